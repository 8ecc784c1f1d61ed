import { expect, test } from "vitest";
import { ENTRADA, isArquivo, readVoltar } from "./voltar.ts";

const read = (voltar: string): string => readVoltar(new URLSearchParams({ voltar }));

test.each(["/emails", "/nota/0190?type=E", "/dfe_recebidos?uf=SP&page=2", "/Services/downloadDFe?id=0190"])(
  "goes back to %s",
  (address) => {
    expect(read(address)).toBe(address);
  },
);

test.each([
  "",
  "https://mal.example/",
  "//mal.example/",
  "/\\mal.example/",
  "/\t/mal.example/",
  "javascript:alert(1)",
  "/login?voltar=/login",
])("never leaves the site, nor turns in circles: %j", (address) => {
  expect(read(address)).toBe(ENTRADA);
});

test("a file is fetched by the browser, not shown as a page", () => {
  expect(isArquivo("/Services/downloadDFe?id=0190")).toBe(true);
  expect(isArquivo("/emails")).toBe(false);
});
