import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Examination } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { ODD, sheet } from "./collection.ts";

/** The verdicts for each expected_verdict in the table; `null`: not a document, so no verdict. */
const WORDS: Readonly<Record<string, readonly Examination["veredito"][]>> = {
  // Signed and authorized, but this test has no trust anchors: one level below autentica.
  accept: ["integra"],
  // The same; the repair around the document is a warning.
  "accept-with-warning": ["integra"],
  // A NUL after the document is removed; the document is unchanged.
  "accept-after-trim or quarantine": ["integra"],
  // CDATA is equivalent to text.
  "accept (text joined)": ["integra"],
  // Read with its prefixes, but not signed.
  "accept structure": ["assinatura-invalida"],
  // A guessed encoding is never verified (suspeita); a truncated file is unreadable.
  quarantine: ["suspeita", "ilegivel"],
  // The received bytes have an invalid signature; a repair proves the original in one case (CRLF).
  "invalid-signature": ["assinatura-invalida", "integra"],
  // A DTD hides content (suspeita); two elements for one signature are ambiguous (ilegivel).
  "reject-security": ["suspeita", "ilegivel"],
  // Beyond the limits of any fiscal document. A ZIP is not XML; its limits apply when attachments are opened.
  reject: ["ilegivel"],
  "reject-size": ["ilegivel", null],
  // Refused: a comment outside the signature splits a value.
  "reject or read joined text": ["suspeita"],
  "reject-protocol": ["suspeita"],
  // An invalid signature outranks the protocolo: the finding reports homologação, the verdict the worse.
  "not-authorised": ["nao-autorizada", "assinatura-invalida"],
  "no-protocol": ["sem-protocolo"],
  // Two concatenated XML are not split: the second one's declaration is ambiguous.
  "split or quarantine": ["ilegivel"],
  // Compressed files are opened before this package reads them: here they are not DF-e.
  "extract 2 xml; ignore path": [null],
  "depth limit": [null],
};
/** Compressed files, whose contents are examined elsewhere. */
const COMPRESSED = /\.(?:zip|gz)$/;
/** Findings required besides the verdict, when that has several possible causes. */
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

describe.skipIf(!existsSync(ODD))("the odd documents in ../shared/corpus/odd", () => {
  test("the folder has 32 odd documents, each with a known expected verdict", () => {
    expect(oddities.length).toBe(32);
    expect(oddities.map(([, , , word = ""]) => word).filter((word) => !WORDS[word])).toEqual([]);
  });

  test.each(oddities)(
    "the odd document %s (signature %s %s) has the verdict: %s",
    (file = "", _wellFormed, _signature, word = "") => {
      const { veredito, achados, assinatura, reparo } = examineDfe(readFileSync(path.join(ODD, file)), {
        trustedCas: [],
      });
      expect(COMPRESSED.test(file) ? [null] : WORDS[word]).toContain(veredito);
      const code = FINDINGS[file];
      if (code) expect(achados.map((each) => each.codigo)).toContain(code);
      if (word === "reject-security") expect(assinatura.estado).toBe("erro");
      if (word === "invalid-signature") {
        expect(assinatura.estado).toBe("invalida");
        expect(reparo === null).toBe(veredito === "assinatura-invalida");
      }
    },
  );
});
