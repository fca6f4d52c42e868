package main

import (
	"golang.org/x/sys/unix"
)

// exchange swaps two folders in one step; what was at path is then at temp, which the caller removes. File systems that
// cannot do it get the two-step way.
func exchange(temp, path string) error {
	if unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, path, unix.RENAME_EXCHANGE) == nil {
		return nil
	}
	return swapAway(temp, path)
}
