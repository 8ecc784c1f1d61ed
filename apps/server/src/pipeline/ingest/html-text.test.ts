import { expect, test } from "vitest";
import { readHtmlText } from "./html-text.ts";

test.each([
  ["<p>Bom dia,</p><p>segue a <b>nota</b>.</p>", "Bom dia, segue a nota ."],
  ["<head><title>x</title></head><style>p{color:red}</style>Olá &amp; até", "Olá & até"],
  ["<script>alert(1)</script>", null],
  ["sem marcas", "sem marcas"],
  ["aberto <p", "aberto"],
  ["<style>nunca fecha", null],
  ["<STYLE>a</STYLE >depois", "depois"],
])("the words of %s are read", (html, text) => {
  expect(readHtmlText(html)).toBe(text);
});

test("the time to read HTML is linear: 150 000 unclosed tags", () => {
  expect(readHtmlText("<style".repeat(150_000))).toBeNull();
});
