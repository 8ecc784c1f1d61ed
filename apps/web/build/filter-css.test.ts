import { expect, test } from "vitest";
import { filterCss } from "./filter-css.ts";

const purge = (css: string): string => filterCss(css, (selector) => selector.includes("m_bbbbbbbb"));

test.each([
  [".m_aaaaaaaa{color:red}.m_bbbbbbbb{color:blue}", ".m_aaaaaaaa{color:red}"],
  [".m_aaaaaaaa,.m_bbbbbbbb{color:red}", ".m_aaaaaaaa{color:red}"],
  [".m_aaaaaaaa .m_bbbbbbbb{color:red}", ""],
  [".nossa{color:red}", ".nossa{color:red}"],
  [":where(.m_bbbbbbbb):hover{color:red}", ""],
  ["@media print{.m_bbbbbbbb{color:red}}", ""],
  ["@layer mantine{.m_aaaaaaaa{color:red}.m_bbbbbbbb{color:red}}", "@layer mantine{.m_aaaaaaaa{color:red}}"],
  ["@keyframes m_gira{to{rotate:1turn}}", "@keyframes m_gira{to{rotate:1turn}}"],
  ['.m_aaaaaaaa{content:"}"}.m_bbbbbbbb{content:"{"}', '.m_aaaaaaaa{content:"}"}'],
  ["@layer a,b;.m_bbbbbbbb{color:red}", "@layer a,b;"],
])("the style sheet %s is reduced to the rules whose selectors stay", (css, kept) => {
  expect(purge(css)).toBe(kept);
});
