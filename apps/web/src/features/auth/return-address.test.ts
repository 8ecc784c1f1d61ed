import { expect, test } from "vitest";
import { DEFAULT_PAGE, isFileAddress, readReturnAddress } from "./return-address.ts";

const read = (returnTo: string): string => readReturnAddress(new URLSearchParams({ voltar: returnTo }));

test.each(["/emails", "/nota/0190?type=E", "/dfe_recebidos?uf=SP&page=2", "/Services/downloadDFe?id=0190"])(
  "the return address %s is accepted",
  (address) => {
    expect(read(address)).toBe(address);
  },
);

test.each([
  "",
  "painel",
  "https://mal.example/",
  "https:mal.example",
  "https:/mal.example",
  "http:\\\\mal.example",
  "//mal.example/",
  "///mal.example/",
  "//painel@mal.example/",
  "/\\mal.example/",
  "\\/mal.example/",
  "\\\\mal.example/",
  "/\t/mal.example/",
  "/\n/mal.example/",
  "/\r\n/mal.example/",
  "\t//mal.example/",
  " //mal.example/",
  "\u0000//mal.example/",
  "/\u2028/mal.example/",
  "/%2f/mal.example/",
  "/%2F%2Fmal.example/",
  "/%5cmal.example/",
  "/painel%0d%0aLocation:%20https://mal.example/",
  "/..//mal.example/",
  "/.//mal.example/",
  "/painel/..//mal.example/",
  "/%2e%2e//mal.example/",
  "/%",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://mal.example/1",
  "mailto:a@mal.example",
  "@mal.example/",
  ".mal.example/",
  "\uff0f\uff0fmal.example/",
  "http://malote.invalid/painel",
  "//malote.invalid//mal.example/",
  "/login?voltar=/login",
  "/%6cogin",
  `/emails?q=${"a".repeat(5_000)}`,
])("a return address of another origin or of the sign-in page is rejected: %j", (address) => {
  expect(read(address)).toBe(DEFAULT_PAGE);
});

test.each(["/emails", "/%2e/emails", "/a//mal.example", "/@mal.example", "/emails?q=//mal.example#//x"])(
  "the return address %j resolves to the origin of the page, whatever that origin is",
  (address) => {
    for (const origin of ["https://malote.example", "http://127.0.0.1:3000"]) {
      expect(new URL(read(address), `${origin}/login`).origin).toBe(origin);
    }
  },
);

test("addresses that the browser downloads are recognised", () => {
  expect(isFileAddress("/Services/downloadDFe?id=0190")).toBe(true);
  expect(isFileAddress("/emails")).toBe(false);
});
