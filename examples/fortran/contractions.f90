! The Fortran interface: contractions of arrays of every type and any rank, multiplications, routines, failures.
!
! Ends with 1 if a result is wrong.

program contractions
    use, intrinsic :: iso_c_binding
    use tensmith
    implicit none

    integer :: failures = 0
    type(tensmith_jit) :: jit

    call jit%create()
    print '(a)', 'tensmith on '//jit%target()
    call arrays()
    call matrices()
    call routines()
    call refused()
    if (failures > 0) stop 1

contains

    ! Notes a failure unless something holds.
    subroutine expect(holds, what)
        logical, intent(in) :: holds
        character(*), intent(in) :: what
        character(58) :: padded
        padded = what
        print '(a, 1x, a)', padded, trim(merge('ok   ', 'WRONG', holds))
        if (.not. holds) failures = failures + 1
    end subroutine

    subroutine arrays()
        real(c_float), target :: a(37, 29), b(29, 41), c(37, 41)
        real(c_double), target :: tensor(3, 4, 5), other(4, 6), folded(6, 5, 3), transposed(4, 3), total
        complex(c_double_complex), target :: x(7), dot
        complex(c_float_complex), target :: single(2, 2), square(2, 2)
        integer(c_int16_t), target :: halves(4), sum_of_halves
        type(tensmith_executor) :: pool
        integer :: i, j, l

        call random_number(a)
        call random_number(b)
        call jit%einsum('mk,kn->mn', a, b, c)
        call expect(maxval(abs(c - matmul(a, b))) < 1e-4, 'a product of matrices')
        c = -1
        call pool%create(2)
        call jit%einsum('mk,kn->mn', a, b, c, pool)
        call expect(pool%width() == 2 .and. maxval(abs(c - matmul(a, b))) < 1e-4, 'the same on threads')

        ! Whole numbers: exact in any order of additions.
        tensor = reshape([(real(mod(i, 7), c_double), i = 1, size(tensor))], shape(tensor))
        other = reshape([(real(mod(i, 5), c_double), i = 1, size(other))], shape(other))
        call jit%einsum('ijk,jl->lki', tensor, other, folded)
        call expect(all([(((folded(l, j, i) == dot_product(tensor(i, :, j), other(:, l)), &
            l = 1, 6), j = 1, 5), i = 1, 3)]), 'a tensor of rank 3, double precision')
        call jit%einsum('ij->ji', tensor(:, :, 2), transposed)
        call expect(all(transposed == transpose(tensor(:, :, 2))), 'a part of an array, transposed')
        call jit%einsum('ijk->', tensor, total)
        call expect(total == sum(tensor), 'a scalar')

        x = [(cmplx(i, -i, c_double_complex), i = 1, size(x))]
        call jit%einsum('i,i->', x, x, dot)
        call expect(dot == sum(x * x), 'complex numbers, not conjugated')
        single = reshape([(0, 1), (1, 0), (2, 0), (0, -1)], [2, 2])
        call jit%einsum('ij,jk->ik', single, single, square)
        call expect(all(square == matmul(single, single)), 'complex numbers of single precision')

        halves = int(z'4000', c_int16_t)
        call jit%einsum('i,i->', halves, halves, sum_of_halves)
        call expect(sum_of_halves == int(z'4C00', c_int16_t), 'bits of half precision')
        halves = int(z'4000', c_int16_t)
        call jit%einsum('i->', halves, sum_of_halves, dtype=TENSMITH_BF16)
        call expect(sum_of_halves == int(z'4100', c_int16_t), 'bits of bfloat16')
    end subroutine

    subroutine matrices()
        real(c_double) :: a(8, 3), b(3, 5), c(8, 5)
        real(c_float) :: other(8, 5)
        type(tensmith_gemm) :: multiply, add
        integer(c_int32_t) :: status

        call random_number(a)
        call random_number(b)
        call multiply%create(jit, a, b, c)
        call multiply%call(a, b, c)
        call expect(maxval(abs(c - matmul(a, b))) < 1e-14, 'a multiplication')
        call add%create(jit, a, b, c, accumulate=.true.)
        call add%call(a, b, c)
        call expect(maxval(abs(c - 2 * matmul(a, b))) < 1e-14, 'a multiplication that adds')
        call expect(index(multiply%explain(), 'cycles') > 0, 'its explanation')
        call multiply%call(a(1:4, :), b, c(1:4, :), status)
        call expect(status == TENSMITH_INVALID_SHAPE, 'other shapes than it was made for')
        call add%call(real(a, c_float), real(b, c_float), other, status)
        call expect(status == TENSMITH_INVALID_SHAPE, 'another type than it was made for')
    end subroutine

    subroutine routines()
        real(c_float), target :: x(3), y(3), values(3), dense(4, 2), product(3, 2), whole(3, 4)
        type(tensmith_routine) :: clamp, halve, sparse, both(2)
        type(tensmith_value) :: result

        x = [-3.0, 0.5, 7.0]
        call clamp%create(jit, 'unary clamp(-1.0,?) f32 3x1')
        call clamp%call([at(x), at(y), number(2.5)])
        call expect(all(y == [-1.0, 0.5, 2.5]), 'an operation with a parameter of the call')
        call expect(clamp%arguments() == 'in out parameter1', 'the names of its arguments')

        call halve%create_function(jit, 'func "add" (v0: f64, i0: i32) -> f64 {'//new_line('a')// &
            'convert.f64.i32 v1, i0'//new_line('a')//'add.f64 v0, v0, v1'//new_line('a')//'return.f64 v0'// &
            new_line('a')//'}')
        call halve%call([number(0.5d0), number(3)], result)
        call expect(result%number == 3.5d0, 'a function of numbers, with a result')

        ! (0 2 0 1; 0 0 0 0; 3 0 0 0), numbered from 0.
        whole = reshape([real(c_float) :: 0, 0, 3, 2, 0, 0, 0, 0, 0, 1, 0, 0], [3, 4])
        values = [2, 1, 3]
        call random_number(dense)
        call sparse%create_product(jit, 4, [0, 2, 2, 3], [1, 3, 0], values, 2)
        call sparse%call([at(dense), at(product)])
        call expect(maxval(abs(product - matmul(whole, dense))) < 1e-5, 'a sparse product')
        call sparse%create_product(jit, 4, [0, 0, 0, 0], [integer(c_int32_t) ::], values(:0), 2)
        call sparse%call([at(dense), at(product)])
        call expect(sparse%arguments() == 'b c' .and. all(product == 0), 'a sparse matrix without entries')

        ! All of an array of handles end with it.
        call both(1)%create(jit, 'unary relu f32 3x1')
        call both(2)%create(jit, 'unary square f32 3x1')
        call both(1)%call([at(x), at(y)])
        call expect(all(y == [0.0, 0.5, 7.0]), 'an array of handles')
        call both(2)%call([at(x), at(y)])
        call expect(all(y == [9.0, 0.25, 49.0]), 'its last one')
    end subroutine

    subroutine refused()
        real(c_float) :: a(2, 3), b(4, 5), c(2, 5)
        type(tensmith_routine) :: none
        integer(c_int32_t) :: status

        a = 0
        b = 0
        call jit%einsum('mk,kn->mn', a, b, c, status=status)
        call expect(status == TENSMITH_INVALID_SHAPE, 'shapes that contradict each other')
        print '(a)', message()
        call none%create(jit, 'unary', status)
        call expect(status == TENSMITH_INVALID_TEXT, 'no kernel')
    end subroutine
end program
