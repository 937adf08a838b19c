! tensmith in Fortran 2018: the interface of `tensmith.h` with handles that end themselves, and one name for all types.
! Compile this file with the program: files of modules are of one compiler and one version.
!
!     use tensmith
!     type(tensmith_jit) :: jit
!     call jit%create()
!     call jit%einsum('mk,kn->mn', a, b, c)        ! arrays of any rank, real or complex, in either precision
!
!     type(tensmith_gemm) :: multiply
!     call multiply%create(jit, a, b, c)           ! for matrices like these
!     call multiply%call(a, b, c)
!
!     type(tensmith_routine) :: relu
!     call relu%create(jit, 'unary relu f32 13x7')
!     call relu%call([at(x), at(y)])
!
! Labels and extents are in Fortran's order, the first index contiguous. Every procedure has an optional last argument
! `status`, TENSMITH_OK where all is well; without it, a failure ends the program with the text of the library. Handles are
! made by `create`, and must not be copied.
!
! SPDX-License-Identifier: MIT OR Apache-2.0

module tensmith
    use, intrinsic :: iso_c_binding
    implicit none
    private

    public :: tensmith_jit, tensmith_executor, tensmith_gemm, tensmith_routine, tensmith_value
    public :: at, number, message

    ! Numbers of the C interface: statuses, types of elements, orders of elements.
    integer(c_int32_t), parameter, public :: TENSMITH_OK = 0, TENSMITH_NULL_ARGUMENT = 1, &
        TENSMITH_INVALID_ARGUMENT = 2, TENSMITH_INVALID_TEXT = 3, TENSMITH_INVALID_SHAPE = 4, &
        TENSMITH_UNSUPPORTED = 5, TENSMITH_OTHER_MACHINE = 6, TENSMITH_OUT_OF_MEMORY = 7, &
        TENSMITH_EXECUTABLE_MEMORY = 8, TENSMITH_MEMORY_LIMIT = 9, TENSMITH_EXECUTOR_FAILED = 10, &
        TENSMITH_INTERNAL = 11, TENSMITH_STACK = 12
    integer(c_int32_t), parameter, public :: TENSMITH_F32 = 0, TENSMITH_F64 = 1, TENSMITH_F16 = 2, &
        TENSMITH_BF16 = 3, TENSMITH_C64 = 4, TENSMITH_C128 = 5
    integer(c_int32_t), parameter, public :: TENSMITH_COLUMN_MAJOR = 0, TENSMITH_ROW_MAJOR = 1

    ! Threads to run on.
    type :: tensmith_executor
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: create => executor_create
        procedure :: width => executor_width
        final :: executor_end
    end type

    ! Makes everything else, for one machine, and keeps what is asked for again.
    type :: tensmith_jit
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: create => jit_create
        procedure :: target => jit_target
        procedure, private :: einsum_one_f32, einsum_one_f64, einsum_one_c64, einsum_one_c128, einsum_one_bits
        procedure, private :: einsum_two_f32, einsum_two_f64, einsum_two_c64, einsum_two_c128, einsum_two_bits
        ! (expression, a, c) or (expression, a, b, c), with the arrays of one type; then threads, and status. Integers
        ! of 16 bits are the bits of half precision, or of bfloat16 where `dtype` says so.
        generic :: einsum => einsum_one_f32, einsum_one_f64, einsum_one_c64, einsum_one_c128, einsum_one_bits, &
            einsum_two_f32, einsum_two_f64, einsum_two_c64, einsum_two_c128, einsum_two_bits
        final :: jit_end
    end type

    ! One multiplication of matrices, c = a b, or c = c + a b.
    type :: tensmith_gemm
        private
        type(c_ptr) :: handle = c_null_ptr
        integer(c_int32_t) :: dtype = -1
        integer(c_size_t) :: extents(3) = 0
    contains
        procedure, private :: gemm_create_f32, gemm_create_f64
        procedure, private :: gemm_call_f32, gemm_call_f64
        generic :: create => gemm_create_f32, gemm_create_f64
        generic :: call => gemm_call_f32, gemm_call_f64
        procedure :: explain => gemm_explain
        final :: gemm_end
    end type

    ! Other code: a kernel by its text, or a function of the kernel language.
    type :: tensmith_routine
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: create => routine_create
        procedure :: create_function => routine_create_function
        procedure, private :: sparse_create_f32, sparse_create_f64
        ! (jit, k, pointers, indices, values, n): the product of a sparse matrix by rows, whose numbers are from 0.
        generic :: create_product => sparse_create_f32, sparse_create_f64
        procedure :: call => routine_call
        procedure :: arguments => routine_arguments
        procedure :: explain => routine_explain
        final :: routine_end
    end type

    ! The value of an argument of a routine, or of a result: `at` and `number` make it.
    type, bind(c) :: tensmith_value
        type(c_ptr) :: memory = c_null_ptr
        integer(c_int64_t) :: integer = 0
        real(c_double) :: number = 0
    end type

    ! A number as a value.
    interface number
        module procedure number_int32, number_int64, number_real32, number_real64
    end interface

    type, bind(c) :: c_array
        integer(c_size_t) :: rank
        type(c_ptr) :: shape, strides
    end type

    type, bind(c) :: c_buffer
        type(c_ptr) :: data
        integer(c_size_t) :: elements
    end type

    type, bind(c) :: c_matrix
        integer(c_int32_t) :: layout = 0
        integer(c_size_t) :: ld = 0
    end type

    type, bind(c) :: c_contraction
        integer(c_size_t) :: size = 0
        type(c_ptr) :: expression = c_null_ptr, extents = c_null_ptr
        integer(c_size_t) :: extent_count = 0
        integer(c_int32_t) :: dtype = 0, optimize = 0
        type(c_ptr) :: inputs = c_null_ptr
        integer(c_size_t) :: input_count = 0
        type(c_ptr) :: output = c_null_ptr
        real(c_double) :: beta = 0
        type(c_ptr) :: chain = c_null_ptr
        integer(c_size_t) :: chain_length = 0, memory_limit = 0
        type(c_ptr) :: conjugated = c_null_ptr
        integer(c_size_t) :: conjugated_count = 0
        integer(c_int64_t) :: order_seed = 0
        integer(c_int32_t) :: minimize = 0
    end type

    type, bind(c) :: c_gemm_spec
        integer(c_size_t) :: size = 0
        integer(c_int32_t) :: dtype = 0, alpha = 1, beta = 0, batch = 0
        integer(c_size_t) :: m = 0, n = 0, k = 0
        type(c_matrix) :: a, b, c
        integer(c_size_t) :: batch_count = 0, batch_stride_a = 0, batch_stride_b = 0
        type(c_ptr) :: epilogue = c_null_ptr
        integer(c_int64_t) :: expected_calls = 0
        integer(c_int32_t) :: policy = 0
    end type

    type, bind(c) :: c_sparse
        integer(c_size_t) :: size = 0
        integer(c_int32_t) :: dtype = 0, index_type = 0
        integer(c_size_t) :: m = 0, n = 0, k = 0
        type(c_ptr) :: pointers = c_null_ptr, indices = c_null_ptr, values = c_null_ptr
        integer(c_int32_t) :: layout = 0, beta = 0
        integer(c_size_t) :: ldb = 0, ldc = 0
    end type

    ! An array, as it is passed on: its elements, and its extents with the distances between elements.
    type :: operand
        type(c_ptr) :: data = c_null_ptr
        integer :: rank = 0
        integer(c_size_t) :: elements = 0, extents(15) = 0, distances(15) = 0
    end type

    interface
        function c_last_error() bind(c, name='tensmith_last_error')
            import
            type(c_ptr) :: c_last_error
        end function
        function c_strlen(text) bind(c, name='strlen')
            import
            type(c_ptr), value :: text
            integer(c_size_t) :: c_strlen
        end function
        function c_jit_create(options, jit) bind(c, name='tensmith_jit_create')
            import
            type(c_ptr), value :: options
            type(c_ptr) :: jit
            integer(c_int32_t) :: c_jit_create
        end function
        function c_jit_target(jit) bind(c, name='tensmith_jit_target')
            import
            type(c_ptr), value :: jit
            type(c_ptr) :: c_jit_target
        end function
        subroutine c_jit_destroy(jit) bind(c, name='tensmith_jit_destroy')
            import
            type(c_ptr), value :: jit
        end subroutine
        function c_executor_create(threads, executor) bind(c, name='tensmith_executor_create_pool')
            import
            integer(c_size_t), value :: threads
            type(c_ptr) :: executor
            integer(c_int32_t) :: c_executor_create
        end function
        function c_executor_width(executor) bind(c, name='tensmith_executor_width')
            import
            type(c_ptr), value :: executor
            integer(c_size_t) :: c_executor_width
        end function
        subroutine c_executor_destroy(executor) bind(c, name='tensmith_executor_destroy')
            import
            type(c_ptr), value :: executor
        end subroutine
        function c_plan_create(jit, contraction, plan) bind(c, name='tensmith_plan_create')
            import
            type(c_ptr), value :: jit
            type(c_contraction) :: contraction
            type(c_ptr) :: plan
            integer(c_int32_t) :: c_plan_create
        end function
        function c_plan_run(plan, inputs, input_count, output, executor) bind(c, name='tensmith_plan_run')
            import
            type(c_ptr), value :: plan, executor
            type(c_buffer) :: inputs(*)
            integer(c_size_t), value :: input_count
            type(c_buffer), value :: output
            integer(c_int32_t) :: c_plan_run
        end function
        subroutine c_plan_destroy(plan) bind(c, name='tensmith_plan_destroy')
            import
            type(c_ptr), value :: plan
        end subroutine
        function c_gemm_create(jit, spec, gemm) bind(c, name='tensmith_gemm_create')
            import
            type(c_ptr), value :: jit
            type(c_gemm_spec) :: spec
            type(c_ptr) :: gemm
            integer(c_int32_t) :: c_gemm_create
        end function
        function c_gemm_call(gemm, a, b, c) bind(c, name='tensmith_gemm_call')
            import
            type(c_ptr), value :: gemm, a, b, c
            integer(c_int32_t) :: c_gemm_call
        end function
        function c_gemm_explain(gemm, text) bind(c, name='tensmith_gemm_explain')
            import
            type(c_ptr), value :: gemm
            type(c_ptr) :: text
            integer(c_int32_t) :: c_gemm_explain
        end function
        subroutine c_gemm_destroy(gemm) bind(c, name='tensmith_gemm_destroy')
            import
            type(c_ptr), value :: gemm
        end subroutine
        function c_routine_kernel(jit, text, routine) bind(c, name='tensmith_routine_create_kernel')
            import
            type(c_ptr), value :: jit
            character(kind=c_char) :: text(*)
            type(c_ptr) :: routine
            integer(c_int32_t) :: c_routine_kernel
        end function
        function c_routine_function(jit, text, functions, function_count, routine) &
            bind(c, name='tensmith_routine_create_function')
            import
            type(c_ptr), value :: jit, functions
            character(kind=c_char) :: text(*)
            integer(c_size_t), value :: function_count
            type(c_ptr) :: routine
            integer(c_int32_t) :: c_routine_function
        end function
        function c_routine_sparse(jit, matrix, routine) bind(c, name='tensmith_routine_create_sparse')
            import
            type(c_ptr), value :: jit
            type(c_sparse) :: matrix
            type(c_ptr) :: routine
            integer(c_int32_t) :: c_routine_sparse
        end function
        function c_routine_call(routine, values, value_count, executor, result) &
            bind(c, name='tensmith_routine_call_with')
            import
            type(c_ptr), value :: routine, executor
            type(tensmith_value) :: values(*), result
            integer(c_size_t), value :: value_count
            integer(c_int32_t) :: c_routine_call
        end function
        function c_routine_arguments(routine, text) bind(c, name='tensmith_routine_arguments')
            import
            type(c_ptr), value :: routine
            type(c_ptr) :: text
            integer(c_int32_t) :: c_routine_arguments
        end function
        function c_routine_explain(routine, text) bind(c, name='tensmith_routine_explain')
            import
            type(c_ptr), value :: routine
            type(c_ptr) :: text
            integer(c_int32_t) :: c_routine_explain
        end function
        subroutine c_routine_destroy(routine) bind(c, name='tensmith_routine_destroy')
            import
            type(c_ptr), value :: routine
        end subroutine
        subroutine c_text_destroy(text) bind(c, name='tensmith_text_destroy')
            import
            type(c_ptr), value :: text
        end subroutine
    end interface

contains

    ! The text of the last failure of this thread.
    function message() result(text)
        character(:), allocatable :: text
        text = copied(c_last_error())
    end function

    ! A text of C.
    function copied(from) result(text)
        type(c_ptr), intent(in) :: from
        character(:), allocatable :: text
        character(kind=c_char), pointer :: letters(:)
        integer :: nth
        if (.not. c_associated(from)) then
            text = ''
            return
        end if
        call c_f_pointer(from, letters, [c_strlen(from)])
        allocate (character(size(letters)) :: text)
        do nth = 1, size(letters)
            text(nth:nth) = letters(nth)
        end do
    end function

    ! A text of C that the library made, and that ends here.
    function taken(from) result(text)
        type(c_ptr), intent(in) :: from
        character(:), allocatable :: text
        text = copied(from)
        call c_text_destroy(from)
    end function

    ! Says how something went, or ends the program where nobody asks.
    subroutine report(found, status)
        integer(c_int32_t), intent(in) :: found
        integer(c_int32_t), intent(out), optional :: status
        if (present(status)) then
            status = found
        else if (found /= TENSMITH_OK) then
            error stop 'tensmith: '//message()
        end if
    end subroutine

    ! Executors and jits

    ! A pool of some threads, or of as many as the process may run at once.
    subroutine executor_create(self, threads, status)
        class(tensmith_executor), intent(inout) :: self
        integer, intent(in), optional :: threads
        integer(c_int32_t), intent(out), optional :: status
        integer(c_size_t) :: count
        count = 0
        if (present(threads)) count = int(threads, c_size_t)
        call c_executor_destroy(self%handle)
        call report(c_executor_create(count, self%handle), status)
    end subroutine

    integer function executor_width(self)
        class(tensmith_executor), intent(in) :: self
        executor_width = int(c_executor_width(self%handle))
    end function

    impure elemental subroutine executor_end(self)
        type(tensmith_executor), intent(inout) :: self
        call c_executor_destroy(self%handle)
        self%handle = c_null_ptr
    end subroutine

    function threads_of(executor)
        class(tensmith_executor), intent(in), optional :: executor
        type(c_ptr) :: threads_of
        threads_of = c_null_ptr
        if (present(executor)) threads_of = executor%handle
    end function

    subroutine jit_create(self, status)
        class(tensmith_jit), intent(inout) :: self
        integer(c_int32_t), intent(out), optional :: status
        call c_jit_destroy(self%handle)
        call report(c_jit_create(c_null_ptr, self%handle), status)
    end subroutine

    ! The name of the core that code is made for.
    function jit_target(self) result(name)
        class(tensmith_jit), intent(in) :: self
        character(:), allocatable :: name
        name = copied(c_jit_target(self%handle))
    end function

    impure elemental subroutine jit_end(self)
        type(tensmith_jit), intent(inout) :: self
        call c_jit_destroy(self%handle)
        self%handle = c_null_ptr
    end subroutine

    ! Contractions

    ! An array without gaps.
    function operand_of(array) result(made)
        type(*), intent(in), target, contiguous :: array(..)
        type(operand) :: made
        integer :: nth
        made%data = c_loc(array)
        made%rank = rank(array)
        made%elements = 1
        do nth = 1, made%rank
            made%extents(nth) = int(size(array, nth), c_size_t)
            made%distances(nth) = made%elements
            made%elements = made%elements * made%extents(nth)
        end do
    end function

    ! Evaluates an expression over operands, of which the last is the output. The jit finds the plan again.
    subroutine contract(self, expression, dtype, operands, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        integer(c_int32_t), intent(in) :: dtype
        type(operand), intent(in), target :: operands(:)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        character(kind=c_char), target :: text(len(expression) + 1)
        type(c_array), target :: arrays(size(operands))
        type(c_buffer) :: buffers(size(operands))
        type(c_contraction) :: asked
        type(c_ptr) :: plan
        integer(c_int32_t) :: found
        integer :: nth, inputs
        do nth = 1, len(expression)
            text(nth) = expression(nth:nth)
        end do
        text(size(text)) = c_null_char
        do nth = 1, size(operands)
            arrays(nth)%rank = int(operands(nth)%rank, c_size_t)
            arrays(nth)%shape = c_loc(operands(nth)%extents)
            arrays(nth)%strides = c_loc(operands(nth)%distances)
            buffers(nth) = c_buffer(operands(nth)%data, operands(nth)%elements)
        end do
        inputs = size(operands) - 1
        asked%size = c_sizeof(asked)
        asked%expression = c_loc(text)
        asked%dtype = dtype
        asked%inputs = c_loc(arrays)
        asked%input_count = int(inputs, c_size_t)
        asked%output = c_loc(arrays(size(operands)))
        found = c_plan_create(self%handle, asked, plan)
        if (found == TENSMITH_OK) then
            found = c_plan_run(plan, buffers, asked%input_count, buffers(size(operands)), threads_of(executor))
            call c_plan_destroy(plan)
        end if
        call report(found, status)
    end subroutine

    subroutine einsum_one_f32(self, expression, a, c, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        real(c_float), intent(in), target, contiguous :: a(..)
        real(c_float), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        call contract(self, expression, TENSMITH_F32, [operand_of(a), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_one_f64(self, expression, a, c, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        real(c_double), intent(in), target, contiguous :: a(..)
        real(c_double), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        call contract(self, expression, TENSMITH_F64, [operand_of(a), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_one_c64(self, expression, a, c, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        complex(c_float_complex), intent(in), target, contiguous :: a(..)
        complex(c_float_complex), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        call contract(self, expression, TENSMITH_C64, [operand_of(a), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_one_c128(self, expression, a, c, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        complex(c_double_complex), intent(in), target, contiguous :: a(..)
        complex(c_double_complex), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        call contract(self, expression, TENSMITH_C128, [operand_of(a), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_one_bits(self, expression, a, c, executor, status, dtype)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        integer(c_int16_t), intent(in), target, contiguous :: a(..)
        integer(c_int16_t), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        integer(c_int32_t), intent(in), optional :: dtype
        call contract(self, expression, bits_of(dtype), [operand_of(a), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_two_f32(self, expression, a, b, c, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        real(c_float), intent(in), target, contiguous :: a(..), b(..)
        real(c_float), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        call contract(self, expression, TENSMITH_F32, [operand_of(a), operand_of(b), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_two_f64(self, expression, a, b, c, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        real(c_double), intent(in), target, contiguous :: a(..), b(..)
        real(c_double), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        call contract(self, expression, TENSMITH_F64, [operand_of(a), operand_of(b), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_two_c64(self, expression, a, b, c, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        complex(c_float_complex), intent(in), target, contiguous :: a(..), b(..)
        complex(c_float_complex), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        call contract(self, expression, TENSMITH_C64, [operand_of(a), operand_of(b), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_two_c128(self, expression, a, b, c, executor, status)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        complex(c_double_complex), intent(in), target, contiguous :: a(..), b(..)
        complex(c_double_complex), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        call contract(self, expression, TENSMITH_C128, [operand_of(a), operand_of(b), operand_of(c)], executor, status)
    end subroutine

    subroutine einsum_two_bits(self, expression, a, b, c, executor, status, dtype)
        class(tensmith_jit), intent(in) :: self
        character(*), intent(in) :: expression
        integer(c_int16_t), intent(in), target, contiguous :: a(..), b(..)
        integer(c_int16_t), intent(inout), target, contiguous :: c(..)
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        integer(c_int32_t), intent(in), optional :: dtype
        call contract(self, expression, bits_of(dtype), [operand_of(a), operand_of(b), operand_of(c)], executor, status)
    end subroutine

    ! The type of elements of 16 bits.
    function bits_of(dtype)
        integer(c_int32_t), intent(in), optional :: dtype
        integer(c_int32_t) :: bits_of
        bits_of = TENSMITH_F16
        if (present(dtype)) bits_of = dtype
    end function

    ! Multiplications

    subroutine gemm_create_f32(self, jit, a, b, c, accumulate, status)
        class(tensmith_gemm), intent(inout) :: self
        class(tensmith_jit), intent(in) :: jit
        real(c_float), intent(in) :: a(:, :), b(:, :), c(:, :)
        logical, intent(in), optional :: accumulate
        integer(c_int32_t), intent(out), optional :: status
        call gemm_create(self, jit, TENSMITH_F32, shape(a), shape(b), shape(c), accumulate, status)
    end subroutine

    subroutine gemm_create_f64(self, jit, a, b, c, accumulate, status)
        class(tensmith_gemm), intent(inout) :: self
        class(tensmith_jit), intent(in) :: jit
        real(c_double), intent(in) :: a(:, :), b(:, :), c(:, :)
        logical, intent(in), optional :: accumulate
        integer(c_int32_t), intent(out), optional :: status
        call gemm_create(self, jit, TENSMITH_F64, shape(a), shape(b), shape(c), accumulate, status)
    end subroutine

    ! The multiplication of matrices with these extents, without gaps; of contradictory ones there is none.
    subroutine gemm_create(self, jit, dtype, a, b, c, accumulate, status)
        class(tensmith_gemm), intent(inout) :: self
        class(tensmith_jit), intent(in) :: jit
        integer(c_int32_t), intent(in) :: dtype
        integer, intent(in) :: a(2), b(2), c(2)
        logical, intent(in), optional :: accumulate
        integer(c_int32_t), intent(out), optional :: status
        type(c_gemm_spec) :: spec
        call c_gemm_destroy(self%handle)
        self%handle = c_null_ptr
        if (a(2) /= b(1) .or. c(1) /= a(1) .or. c(2) /= b(2)) then
            call report_shapes(status)
            return
        end if
        self%dtype = dtype
        self%extents = int([a(1), b(2), a(2)], c_size_t)
        spec%size = c_sizeof(spec)
        spec%dtype = dtype
        spec%m = self%extents(1)
        spec%n = self%extents(2)
        spec%k = self%extents(3)
        spec%a%ld = spec%m
        spec%b%ld = spec%k
        spec%c%ld = spec%m
        if (present(accumulate)) spec%beta = merge(1_c_int32_t, 0_c_int32_t, accumulate)
        call report(c_gemm_create(jit%handle, spec, self%handle), status)
    end subroutine

    ! Says that shapes contradict each other, or ends the program where nobody asks.
    subroutine report_shapes(status)
        integer(c_int32_t), intent(out), optional :: status
        if (.not. present(status)) error stop 'tensmith: the shapes of matrices contradict each other'
        status = TENSMITH_INVALID_SHAPE
    end subroutine

    subroutine gemm_call_f32(self, a, b, c, status)
        class(tensmith_gemm), intent(in) :: self
        real(c_float), intent(in), target, contiguous :: a(:, :), b(:, :)
        real(c_float), intent(inout), target, contiguous :: c(:, :)
        integer(c_int32_t), intent(out), optional :: status
        call gemm_call(self, TENSMITH_F32, [operand_of(a), operand_of(b), operand_of(c)], status)
    end subroutine

    subroutine gemm_call_f64(self, a, b, c, status)
        class(tensmith_gemm), intent(in) :: self
        real(c_double), intent(in), target, contiguous :: a(:, :), b(:, :)
        real(c_double), intent(inout), target, contiguous :: c(:, :)
        integer(c_int32_t), intent(out), optional :: status
        call gemm_call(self, TENSMITH_F64, [operand_of(a), operand_of(b), operand_of(c)], status)
    end subroutine

    subroutine gemm_call(self, dtype, operands, status)
        class(tensmith_gemm), intent(in) :: self
        integer(c_int32_t), intent(in) :: dtype
        type(operand), intent(in) :: operands(3)
        integer(c_int32_t), intent(out), optional :: status
        logical :: fits
        associate (m => self%extents(1), n => self%extents(2), k => self%extents(3))
            fits = all(operands(1)%extents(:2) == [m, k]) .and. all(operands(2)%extents(:2) == [k, n]) &
                .and. all(operands(3)%extents(:2) == [m, n])
        end associate
        if (dtype /= self%dtype .or. .not. fits) then
            call report_shapes(status)
            return
        end if
        call report(c_gemm_call(self%handle, operands(1)%data, operands(2)%data, operands(3)%data), status)
    end subroutine

    ! Whether there is code, and its predicted cycles.
    function gemm_explain(self) result(text)
        class(tensmith_gemm), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: made
        call report(c_gemm_explain(self%handle, made))
        text = taken(made)
    end function

    impure elemental subroutine gemm_end(self)
        type(tensmith_gemm), intent(inout) :: self
        call c_gemm_destroy(self%handle)
        self%handle = c_null_ptr
    end subroutine

    ! Routines

    ! The address of an array, which has to be a target without gaps, as a value: of one with gaps, a copy would be passed,
    ! which ends before the call. No intent says that it stays as it is.
    function at(array) result(made)
        type(*), target :: array(..)
        type(tensmith_value) :: made
        if (.not. is_contiguous(array)) error stop 'tensmith: at: the elements of the array have gaps between them'
        made%memory = c_loc(array)
    end function

    function number_int32(given) result(made)
        integer(c_int32_t), intent(in) :: given
        type(tensmith_value) :: made
        made = number_int64(int(given, c_int64_t))
    end function

    function number_int64(given) result(made)
        integer(c_int64_t), intent(in) :: given
        type(tensmith_value) :: made
        made%integer = given
        made%number = real(given, c_double)
    end function

    function number_real32(given) result(made)
        real(c_float), intent(in) :: given
        type(tensmith_value) :: made
        made%number = real(given, c_double)
    end function

    function number_real64(given) result(made)
        real(c_double), intent(in) :: given
        type(tensmith_value) :: made
        made%number = given
    end function

    ! A kernel of any kind by the text of its specification, such as `unary relu f32 13x7`.
    subroutine routine_create(self, jit, text, status)
        class(tensmith_routine), intent(inout) :: self
        class(tensmith_jit), intent(in) :: jit
        character(*), intent(in) :: text
        integer(c_int32_t), intent(out), optional :: status
        call c_routine_destroy(self%handle)
        call report(c_routine_kernel(jit%handle, text//c_null_char, self%handle), status)
    end subroutine

    ! A function of the kernel language by its text.
    subroutine routine_create_function(self, jit, text, status)
        class(tensmith_routine), intent(inout) :: self
        class(tensmith_jit), intent(in) :: jit
        character(*), intent(in) :: text
        integer(c_int32_t), intent(out), optional :: status
        call c_routine_destroy(self%handle)
        call report(c_routine_function(jit%handle, text//c_null_char, c_null_ptr, 0_c_size_t, self%handle), status)
    end subroutine

    subroutine sparse_create_f32(self, jit, k, pointers, indices, values, n, order, status)
        class(tensmith_routine), intent(inout) :: self
        class(tensmith_jit), intent(in) :: jit
        integer, intent(in) :: k, n
        integer(c_int32_t), intent(in), target, contiguous :: pointers(:), indices(:)
        real(c_float), intent(in), target, contiguous :: values(:)
        integer(c_int32_t), intent(in), optional :: order
        integer(c_int32_t), intent(out), optional :: status
        call sparse_create(self, jit, TENSMITH_F32, [k, n], pointers, indices, operand_of(values), order, status)
    end subroutine

    subroutine sparse_create_f64(self, jit, k, pointers, indices, values, n, order, status)
        class(tensmith_routine), intent(inout) :: self
        class(tensmith_jit), intent(in) :: jit
        integer, intent(in) :: k, n
        integer(c_int32_t), intent(in), target, contiguous :: pointers(:), indices(:)
        real(c_double), intent(in), target, contiguous :: values(:)
        integer(c_int32_t), intent(in), optional :: order
        integer(c_int32_t), intent(out), optional :: status
        call sparse_create(self, jit, TENSMITH_F64, [k, n], pointers, indices, operand_of(values), order, status)
    end subroutine

    ! The product of a sparse matrix and a dense one of `n` columns, column-major unless `order` says otherwise.
    subroutine sparse_create(self, jit, dtype, columns, pointers, indices, values, order, status)
        class(tensmith_routine), intent(inout) :: self
        class(tensmith_jit), intent(in) :: jit
        integer(c_int32_t), intent(in) :: dtype
        integer, intent(in) :: columns(2)
        integer(c_int32_t), intent(in), target, contiguous :: pointers(:), indices(:)
        type(operand), intent(in) :: values
        integer(c_int32_t), intent(in), optional :: order
        integer(c_int32_t), intent(out), optional :: status
        type(c_sparse) :: matrix
        real(c_double), target :: nothing
        call c_routine_destroy(self%handle)
        self%handle = c_null_ptr
        if (size(pointers) == 0 .or. size(indices) /= values%elements) then
            call report_shapes(status)
            return
        end if
        if (pointers(size(pointers)) /= size(indices)) then
            call report_shapes(status)
            return
        end if
        matrix%size = c_sizeof(matrix)
        matrix%dtype = dtype
        matrix%m = int(size(pointers) - 1, c_size_t)
        matrix%k = int(columns(1), c_size_t)
        matrix%n = int(columns(2), c_size_t)
        matrix%pointers = c_loc(pointers)
        matrix%indices = c_loc(indices)
        ! Null would say that every call passes them.
        matrix%values = values%data
        if (values%elements == 0) matrix%values = c_loc(nothing)
        if (present(order)) matrix%layout = order
        call report(c_routine_sparse(jit%handle, matrix, self%handle), status)
    end subroutine

    ! Calls it with a value for each argument.
    subroutine routine_call(self, values, result, executor, status)
        class(tensmith_routine), intent(in) :: self
        type(tensmith_value), intent(in) :: values(:)
        type(tensmith_value), intent(out), optional :: result
        class(tensmith_executor), intent(in), optional :: executor
        integer(c_int32_t), intent(out), optional :: status
        type(tensmith_value) :: returned
        call report(c_routine_call(self%handle, values, size(values, kind=c_size_t), threads_of(executor), returned), &
            status)
        if (present(result)) result = returned
    end subroutine

    ! The names of the arguments, with spaces between them.
    function routine_arguments(self) result(text)
        class(tensmith_routine), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: made
        call report(c_routine_arguments(self%handle, made))
        text = taken(made)
    end function

    ! What it is, and what is known of its code.
    function routine_explain(self) result(text)
        class(tensmith_routine), intent(in) :: self
        character(:), allocatable :: text
        type(c_ptr) :: made
        call report(c_routine_explain(self%handle, made))
        text = taken(made)
    end function

    impure elemental subroutine routine_end(self)
        type(tensmith_routine), intent(inout) :: self
        call c_routine_destroy(self%handle)
        self%handle = c_null_ptr
    end subroutine
end module
