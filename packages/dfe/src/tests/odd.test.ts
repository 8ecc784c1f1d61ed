import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import type { Exame } from "../veredito.ts";
import { ODD, sheet } from "./colecao.ts";

/** What each word of the sheet's expected_verdict means in verdicts; `null`: no document, no verdict. Decided once. */
const WORDS: Readonly<Record<string, readonly Exame["veredito"][]>> = {
  // Signed, authorized, and no trust folder in this test: one step below autentica.
  accept: ["integra"],
  // The same: what was mended around the document is a warning beside the verdict.
  "accept-with-warning": ["integra"],
  // NUL after the document is cut off; nothing of the document is touched.
  "accept-after-trim or quarantine": ["integra"],
  // CDATA is text for the canonical form and for us.
  "accept (text joined)": ["integra"],
  // It is read through its prefixes, but nobody signed it.
  "accept structure": ["assinatura-invalida"],
  // Guessed bytes are never verified (suspeita); what is cut cannot be read.
  quarantine: ["suspeita", "ilegivel"],
  // The signature of the bytes fails; where undoing the damage proves the original, the verdict is the original's (CRLF).
  "invalid-signature": ["assinatura-invalida", "integra"],
  // A DTD hides something (suspeita); two elements that claim one signature cannot be read as one document (ilegivel).
  "reject-security": ["suspeita", "ilegivel"],
  // Beyond the limits of any fiscal document; a zip is no XML, and its own limits are the attachment opener's.
  reject: ["ilegivel"],
  "reject-size": ["ilegivel", null],
  // We refuse: a comment that the signature does not cover splits a value.
  "reject or read joined text": ["suspeita"],
  "reject-protocol": ["suspeita"],
  // A failed signature outweighs the protocol: the finding says homologação, the verdict what is worse.
  "not-authorised": ["nao-autorizada", "assinatura-invalida"],
  "no-protocol": ["sem-protocolo"],
  // Two XML glued together are not split: whose declaration holds for the second is a guess.
  "split or quarantine": ["ilegivel"],
  // Compressed files are opened before this room sees them: here they are no DF-e.
  "extract 2 xml; ignore path": [null],
  "depth limit": [null],
};
/** The word is said of the file, and the file is compressed: what is inside is examined after it was taken out. */
const COMPRESSED = /\.(?:zip|gz)$/;
/** Findings that must be there beside the verdict, where the verdict alone could come from elsewhere. */
const FINDINGS: Readonly<Record<string, string>> = {
  "latin1-undeclared.xml": "codificacao-reparada",
  "leading-blank-lines.xml": "bordas-reparadas",
  "trailing-nul.xml": "bordas-reparadas",
  "doctype-internal.xml": "xml-com-dtd",
  "xxe-external.xml": "xml-com-dtd",
  "billion-laughs.xml": "xml-com-dtd",
  "tampered-vNF.xml": "digest-divergente",
  "crlf-everywhere.xml": "reparada",
  "xsw-forged-first.xml": "assinado-aninhado",
  "xsw-same-id.xml": "assinado-aninhado",
  "comment-in-value.xml": "comentario-no-assinado",
  "cdata-in-value.xml": "cdata-no-assinado",
  "prefixed-ns.xml": "sem-assinatura",
  "protocol-other-key.xml": "protocolo-de-outra-chave",
  "protocol-digval-differs.xml": "protocolo-digest-divergente",
  "protocol-denied-302.xml": "nao-autorizada",
  "homologation-tpAmb2.xml": "ambiente-homologacao",
  "nfe-no-protocol.xml": "sem-protocolo",
};

const oddities = sheet(path.join(ODD, "expectations.tsv"));

describe.skipIf(!existsSync(ODD))("the oddities in ../shared/corpus/odd", () => {
  test("are 32, and each has a word that we know", () => {
    expect(oddities.length).toBe(32);
    expect(oddities.map(([, , , word = ""]) => word).filter((word) => !WORDS[word])).toEqual([]);
  });

  test.each(oddities)("%s (signature %s %s) is: %s", (file = "", _wellFormed, _signature, word = "") => {
    const { veredito, achados, assinatura, reparo } = examineDfe(readFileSync(path.join(ODD, file)), {
      ancoras: [],
    });
    expect(COMPRESSED.test(file) ? [null] : WORDS[word]).toContain(veredito);
    const codigo = FINDINGS[file];
    if (codigo) expect(achados.map((each) => each.codigo)).toContain(codigo);
    if (word === "reject-security") expect(assinatura.estado).toBe("erro");
    if (word === "invalid-signature") {
      expect(assinatura.estado).toBe("invalida");
      expect(reparo === null).toBe(veredito === "assinatura-invalida");
    }
  });
});
