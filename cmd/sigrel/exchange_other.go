//go:build !linux

package main

func exchange(temp, path string) error { return swapAway(temp, path) }
