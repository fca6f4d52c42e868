package reports

import "errors"

// CompareAcross is to come.
func CompareAcross(*Study) ([]*Comparison, error) { return nil, errors.New("not yet") }
