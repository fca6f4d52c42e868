package stats

import (
	"fmt"
	"strings"
)

// Zeros says what the Wilcoxon test does with topics on which the two systems score the same. The zero value is Pratt's.
type Zeros int

// The treatments of zero differences.
const (
	ZerosPratt Zeros = iota // ranked with the others, then their ranks are left out (Pratt 1959)
	ZerosDrop               // left out before ranking (Wilcoxon 1945)
	ZerosSplit              // ranked with the others, half of their ranks to each side
)

var zerosNames = [...]string{ZerosPratt: "pratt", ZerosDrop: "drop", ZerosSplit: "split"}

// String is the name used on the command line and in JSON.
func (z Zeros) String() string { return zerosNames[z] }

// MarshalText gives the name of z.
func (z Zeros) MarshalText() ([]byte, error) { return []byte(z.String()), nil }

// UnmarshalText reads a name; the error lists the names there are.
func (z *Zeros) UnmarshalText(text []byte) error {
	for i, name := range zerosNames {
		if name == string(text) {
			*z = Zeros(i)
			return nil
		}
	}
	return fmt.Errorf("zeros %q: want one of %s", text, strings.Join(zerosNames[:], ", "))
}
