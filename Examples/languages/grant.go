// Decides whether a customer gets a product, by the receipt or the signed transaction that the app sent.
//
// usage: go run grant.go APP PRODUCT [OPTION]... <receipt      OPTION: more of `receipt-tool validate`
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// refusal is nil if the product may be granted, or else says why not. Whatever is not a clear yes is a no.
func refusal(receipt io.Reader, app, product string, options ...string) error {
	limit, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	words := append([]string{"validate", "--bundle-id=" + app, "--product=" + product}, options...)
	command := exec.CommandContext(limit, "receipt-tool", words...)
	command.Stdin, command.Stderr = receipt, os.Stderr
	output, failure := command.Output()
	var document struct {
		Verdict      string
		Authenticity struct{ Verdict string }
	}
	if err := json.Unmarshal(output, &document); err != nil || document.Verdict == "" {
		return fmt.Errorf("no verdict: %v, %v", failure, err)
	}
	if failure == nil && document.Verdict == "passed" {
		return nil
	}
	return fmt.Errorf("%s, %s", document.Verdict, document.Authenticity.Verdict)
}

func main() {
	if err := refusal(os.Stdin, os.Args[1], os.Args[2], os.Args[3:]...); err != nil {
		fmt.Println("refused:", err)
		os.Exit(1)
	}
	fmt.Println("granted")
}
