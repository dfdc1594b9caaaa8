# Conveniences over Scripts/, which need no make.
.POSIX:
.PHONY: all run test quick-test lint format release package install uninstall fuzz benchmark clean

PREFIX = /usr/local

all:
	./Scripts/build

run:
	./Scripts/run

test:
	./Scripts/test

quick-test:
	./Scripts/test quick

lint:
	./Scripts/lint

format:
	./Scripts/lint fix

release:
	./Scripts/release

package:
	./Scripts/package

install:
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' ./Scripts/install

uninstall:
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' ./Scripts/install remove

fuzz:
	./Scripts/fuzz

benchmark:
	./Scripts/release
	./Benchmarks/run

clean:
	rm -rf .build
