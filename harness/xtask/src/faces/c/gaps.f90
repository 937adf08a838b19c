! Addresses of arrays without gaps; and, with an argument, of one with gaps, which ends the program.

program gaps
    use, intrinsic :: iso_c_binding
    use tensmith
    implicit none

    real(c_double), target :: matrix(4, 6), single
    type(tensmith_value) :: taken

    matrix = 0
    single = 0
    taken = at(matrix)
    if (.not. c_associated(taken%memory, c_loc(matrix))) stop 2
    taken = at(matrix(:, 3:5))
    if (.not. c_associated(taken%memory, c_loc(matrix(1, 3)))) stop 2
    taken = at(matrix(2:3, 6))
    if (.not. c_associated(taken%memory, c_loc(matrix(2, 6)))) stop 2
    taken = at(single)
    if (.not. c_associated(taken%memory, c_loc(single))) stop 2
    if (command_argument_count() > 0) taken = at(matrix(2:3, :))
end program
