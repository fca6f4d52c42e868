package metrics

// TopicTable is what is known of topics beside their names: titles and categories, such as language or domain.
type TopicTable struct {
	File    string   // where it was read, for messages
	Columns []string // names of the categories, in the order of the file
	Topics  map[Topic]TopicInfo
}

// TopicInfo is what a [TopicTable] says of one topic.
type TopicInfo struct {
	Title  string   // empty if it has none
	Values []string // one a column; empty where it is not known
}

// Title is the title of a topic, empty if it has none. A nil table knows no titles.
func (t *TopicTable) Title(topic Topic) string {
	if t == nil {
		return ""
	}
	return t.Topics[topic].Title
}

// Value is the topic's category in a column, empty if it is not known.
func (t *TopicTable) Value(topic Topic, column int) string {
	if t == nil {
		return ""
	}
	if info, ok := t.Topics[topic]; ok {
		return info.Values[column]
	}
	return ""
}
