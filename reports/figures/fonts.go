package figures

import (
	"bytes"
	_ "embed"
	"fmt"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"github.com/go-text/typesetting/font"
)

//go:embed fonts/NotoSansArabic-Regular.ttf
var notoSansArabic []byte

// Font is a font for labels in scripts that the package's own fonts lack.
type Font struct {
	family string
	font   *font.Font // safe for concurrent use, unlike a face
}

// ParseFont reads a TrueType or OpenType font, or the first font of a collection. The data must not change afterwards.
func ParseFont(data []byte) (*Font, error) {
	faces, err := font.ParseTTC(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("font of %d bytes: %w", len(data), err)
	}
	if len(faces) == 0 {
		return nil, fmt.Errorf("font of %d bytes: no font in the collection", len(data))
	}
	if _, ok := faces[0].GlyphDataOutline(0); !ok {
		return nil, fmt.Errorf("font of %d bytes: want one with outlines", len(data))
	}
	return &Font{faces[0].Describe().Family, faces[0].Font}, nil
}

// ownFonts parses the package's own fonts, once: regular, bold, and Arabic.
var ownFonts = sync.OnceValues(func() (own [3]*Font, err error) {
	for i, data := range [...][]byte{liberationsansregular.TTF, liberationsansbold.TTF, notoSansArabic} {
		if own[i], err = ParseFont(data); err != nil {
			return own, err
		}
	}
	return own, nil
})

// chain is a list of faces in order of preference; the first stands in for runes that none has.
type chain []*font.Face

// ResolveFace implements shaping.Fontmap.
func (c chain) ResolveFace(r rune) *font.Face {
	for _, f := range c {
		if _, ok := f.NominalGlyph(r); ok {
			return f
		}
	}
	return c[0]
}

// chains makes faces for regular and bold text. Faces cache glyphs and are not safe for concurrent use: they are made
// for each drawing.
func chains(user []*Font) (regular, bold chain, err error) {
	own, err := ownFonts()
	if err != nil {
		return nil, nil, err
	}
	fallbacks := chain{font.NewFace(own[2].font)}
	for _, f := range user {
		fallbacks = append(fallbacks, font.NewFace(f.font))
	}
	regular = append(chain{font.NewFace(own[0].font)}, fallbacks...)
	bold = append(chain{font.NewFace(own[1].font)}, fallbacks...)
	return regular, bold, nil
}
