package app

import "regexp"

// Common errors of the operating system, which administrators read.
var systemErrors = []struct {
	english *regexp.Regexp
	russian string
}{
	{regexp.MustCompile(`(?:open|stat|read|mkdir|rename|link|unlink|remove|lstat|chmod) (\S+): (no such file|permission|file exists|not a dir|is a dir|no space|read-only)`), "$1: $2"},
	{regexp.MustCompile(`no such file or directory`), "нет такого файла или папки"},
	{regexp.MustCompile(`permission denied`), "нет прав"},
	{regexp.MustCompile(`file exists`), "уже есть"},
	{regexp.MustCompile(`not a directory`), "не папка"},
	{regexp.MustCompile(`is a directory`), "это папка"},
	{regexp.MustCompile(`no space left on device`), "на диске нет места"},
	{regexp.MustCompile(`read-only file system`), "диск только для чтения"},
	{regexp.MustCompile(`connection refused`), "в соединении отказано"},
	{regexp.MustCompile(`address already in use`), "адрес уже занят"},
	{regexp.MustCompile(`context deadline exceeded`), "время вышло"},
}

// SystemErrors says in Russian what the operating system said in English.
func SystemErrors(text string) string {
	for _, e := range systemErrors {
		text = e.english.ReplaceAllString(text, e.russian)
	}
	return text
}
