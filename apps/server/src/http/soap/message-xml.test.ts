import { SOAP_DECLARATIONS_MAX } from "@malote/contract";
import { elementsOf, textOf, type XmlElement, XmlError } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { readMessage, readMessageHead } from "./message-xml.ts";

const read = (xml: string): XmlElement => readMessage(Buffer.from(xml));

/** The limit that a text passes, else its fault; null: it is accepted. */
function refusal(xml: string): string | null {
  try {
    read(xml);
    return null;
  } catch (error) {
    if (error instanceof XmlError) return error.limit ?? error.fault;
    throw error;
  }
}

const declare = (from: number, many: number): string =>
  Array.from({ length: many }, (_, n) => ` xmlns:p${from + n}="u"`).join("");

describe("namespaces of a SOAP message", () => {
  test("a namespace declaration applies inside its element only", () => {
    const root = read(
      '<a xmlns="u"><p:b xmlns:p="v"><c xmlns="w"/><c/><p:d xmlns:p="x"/><p:d/></p:b><e/></a>',
    );
    const [b, e] = elementsOf(root);
    expect([root.namespace, b?.namespace, e?.namespace]).toEqual(["u", "v", "u"]);
    expect(b && elementsOf(b).map(({ namespace }) => namespace)).toEqual(["w", "u", "x", "v"]);
    expect(refusal('<a><p:b xmlns:p="v"/><p:c/></a>')).toBe("malformado");
    expect(refusal('<a><b xmlns:p="v"></b><p:c/></a>')).toBe("malformado");
  });

  test("the default namespace may be cleared, and JavaScript's own names are ordinary prefixes", () => {
    const root = read('<a xmlns="u"><b xmlns=""/></a>');
    expect(elementsOf(root)[0]?.namespace).toBe("");
    expect(refusal("<constructor:a/>")).toBe("malformado");
    expect(read('<__proto__:a xmlns:__proto__="u"/>').namespace).toBe("u");
  });

  test("the allowed number of declarations in scope is accepted, and one more is refused", () => {
    const nest = (many: number): string =>
      `<a${declare(0, 30)}><b${declare(30, 30)}><c${declare(60, many - 60)}/><c/></b></a>`;
    expect(refusal(nest(SOAP_DECLARATIONS_MAX))).toBeNull();
    expect(refusal(nest(SOAP_DECLARATIONS_MAX + 1))).toBe("declarations");
  });

  test("namespace declarations out of scope do not count", () => {
    expect(refusal(`<a>${`<b${declare(0, 30)}/>`.repeat(100)}</a>`)).toBeNull();
  });
});

describe("limits of a SOAP message", () => {
  test.each([
    ["elements", (n: number) => `<a>${"<b/>".repeat(n - 1)}</a>`, 20_000, "marks"],
    ["comments", (n: number) => `<a>${"<!---->".repeat(n - 1)}</a>`, 20_000, "marks"],
    ["CDATA sections", (n: number) => `<a>${"<![CDATA[]]>".repeat(n - 1)}</a>`, 20_000, "marks"],
    ["references", (n: number) => `<a b="&#65;">${"&lt;".repeat(n - 1)}</a>`, 20_000, "escapes"],
    ["levels", (n: number) => "<a>".repeat(n) + "</a>".repeat(n), 32, "depth"],
    ["characters of a name", (n: number) => `<${"a".repeat(n)}/>`, 256, "nameLength"],
    ["characters of an attribute's name", (n: number) => `<a ${"b".repeat(n)}=""/>`, 256, "nameLength"],
    [
      "attributes of one element",
      (n: number) => `<a${Array.from({ length: n }, (_, at) => ` b${at}=""`).join("")}/>`,
      32,
      "attributes",
    ],
    [
      "attributes of all",
      (n: number) => `<a>${'<b c="" d=""/>'.repeat(n / 2)}${n % 2 === 1 ? '<b c=""/>' : ""}</a>`,
      20_000,
      "allAttributes",
    ],
  ] as const)("the allowed number of %s is accepted, and one more is refused", (_, write, max, reason) => {
    expect([refusal(write(max)), refusal(write(max + 1))]).toEqual([null, reason]);
  });
});

describe("readMessageHead", () => {
  const whole = "<e><h><t>á</t></h><b>x</b></e>";
  const head = (bytes: Buffer): string | undefined => {
    const [header] = elementsOf(readMessageHead(bytes));
    const [token] = header ? elementsOf(header) : [];
    return token && textOf(token);
  };

  test("readMessageHead reads the root once its first child has ended, wherever the bytes end", () => {
    const end = Buffer.from("<e><h><t>á</t></h>").length;
    for (let cut = 1; cut <= Buffer.from(whole).length; cut += 1) {
      const bytes = Buffer.from(whole).subarray(0, cut);
      if (cut < end) expect(() => head(bytes)).toThrow(XmlError);
      else expect(head(bytes)).toBe("á");
    }
  });

  test("readMessageHead refuses what readMessage refuses", () => {
    expect(() => head(Buffer.from(`<!DOCTYPE e>${whole}`))).toThrow("<!");
    expect(() => head(Buffer.from(`<e${declare(0, 33)}>`))).toThrow("atributos");
  });
});
