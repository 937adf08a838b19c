/* LIBXSMM's name for what tensmith has of its interface.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "../tensmith_libxsmm.h"
