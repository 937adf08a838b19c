//! The machine around the image: its serial port (PL011), and semihosting for the command line
//! and the exit status.

use core::arch::asm;
use core::fmt;

/// The data register of the PL011 of qemu's `virt`.
const UART: *mut u32 = 0x0900_0000 as *mut u32;

/// The serial port.
pub struct Serial;

impl fmt::Write for Serial {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        say(text);
        Ok(())
    }
}

/// Sends a text to the serial port. Formatting takes tens of KB, and can panic.
pub fn say(text: &str) {
    text.bytes().for_each(send);
}

/// Sends a number in hexadecimal.
pub fn say_hex(number: u64) {
    say("0x");
    let digits = (0..16).rev().map(|place| (number >> (4 * place) & 15) as u8);
    digits.map(|digit| if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }).for_each(send);
}

fn send(byte: u8) {
    // SAFETY: the register is there, and writing to it sends a byte. qemu's never has to be waited for.
    unsafe { UART.write_volatile(byte.into()) };
}

/// Prints a line to the serial port.
#[macro_export]
macro_rules! println {
    ($($arguments:tt)*) => {{
        use core::fmt::Write;
        let _ = writeln!($crate::host::Serial, $($arguments)*);
    }};
}

/// The command line of the image, its name included.
pub fn command_line(room: &mut [u8; 128]) -> &str {
    const SYS_GET_CMDLINE: u64 = 0x15;
    let mut block = [room.as_mut_ptr() as u64, room.len() as u64];
    // SAFETY: the block has a buffer and its length, which the call writes to.
    let failed = unsafe { semihosting(SYS_GET_CMDLINE, block.as_mut_ptr()) };
    let len = if failed == 0 { block[1] as usize } else { 0 };
    room.get(..len).and_then(|line| core::str::from_utf8(line).ok()).unwrap_or_default()
}

/// Ends the emulation with a status.
pub fn exit(status: u8) -> ! {
    const SYS_EXIT: u64 = 0x18;
    const APPLICATION_EXIT: u64 = 0x2_0026;
    loop {
        let mut block = [APPLICATION_EXIT, status.into()];
        // SAFETY: the block has a reason and a status.
        unsafe { semihosting(SYS_EXIT, block.as_mut_ptr()) };
    }
}

/// A call of the debugger.
///
/// # Safety
/// The block is what the operation takes.
unsafe fn semihosting(operation: u64, block: *mut u64) -> u64 {
    let result;
    // SAFETY: the operation reads and writes what the block says (caller's duty).
    unsafe { asm!("hlt #0xf000", inlateout("x0") operation => result, in("x1") block, options(nostack)) };
    result
}
