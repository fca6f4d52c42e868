package stats

// The orders of the scores of one topic: which system gets which score. Systems with the same score are of one class,
// and exchanging them makes no other order, so that each order that differs is as likely as any other.

// classes gives each of n systems the number of the first that is the same.
func classes(n int, same func(i, j int) bool) []int {
	class := make([]int, n)
	for i := range class {
		for class[i] < i && !same(class[i], i) {
			class[i]++
		}
	}
	return class
}

// countOrders is the number of orders that differ, k!/Π m! with m the sizes of the classes; +Inf beyond the doubles.
func countOrders(class []int) float64 {
	count, seen := 1.0, make([]int, len(class))
	for i, c := range class {
		seen[c]++
		count *= float64(i+1) / float64(seen[c])
	}
	return count
}

// listOrders lists the orders that differ: in each, the system that position i gets its score from.
func listOrders(class []int) (orders [][]int) {
	left := make([]int, len(class)) // of each class
	for _, c := range class {
		left[c]++
	}
	order := make([]int, 0, len(class))
	var place func()
	place = func() {
		if len(order) == len(class) {
			orders = append(orders, append([]int(nil), order...))
			return
		}
		for c := range left {
			if left[c] > 0 {
				left[c]--
				order = append(order, c)
				place()
				order = order[:len(order)-1]
				left[c]++
			}
		}
	}
	place()
	return orders
}
