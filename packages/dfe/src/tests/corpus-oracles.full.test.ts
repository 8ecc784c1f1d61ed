import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import { XmlC14NMode, XmlDocument } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { SignedXml } from "xml-crypto";
import type { Trust } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import { canonicalize } from "../xml/c14n.ts";
import { parseXml } from "../xml/parse.ts";
import { isElement, visitDescendants, type XmlElement } from "../xml/tree.ts";
import { bytesOfRow, CORPUS, ICP_BRASIL, type Row, rows } from "./collection.ts";

const UNCHECKED: Trust = { trustedCas: [] };

/** A single document: one extracted from a wrapper has another text than the file. */
function isXmlDocumento({ kind }: Row): boolean {
  return /^(?:NFe|nfeProc|CTe|cteProc|MDFe|mdfeProc|procEvento.*|evento.*)$/.test(kind);
}

describe.skipIf(!existsSync(CORPUS))("the corpus ../shared/corpus/dfe compared with other programs", () => {
  test("documents and signed elements have the same canonical form as in libxml2", () => {
    let compared = 0;
    for (const row of rows.filter((each) => each.wellFormed)) {
      const text = bytesOfRow(row).toString("utf8");
      if (text.includes("<!DOCTYPE")) continue;
      const parts = partsOf(parseXml(Buffer.from(text)).root);
      const document = XmlDocument.fromString(text.trim());
      const nodes = document.find("//*[@Id] | /* | //*[local-name()='SignedInfo']");
      const options = { mode: XmlC14NMode.XML_C14N_1_0, withComments: false };
      expect(parts.map(canonicalize), row.file).toEqual(
        nodes.map((node) => node.canonicalizeToString(options)),
      );
      document.dispose();
      compared += parts.length;
    }
    expect(compared).toBeGreaterThan(500);
  });

  test("every document has the same signature results as in xml-crypto", () => {
    const signed = rows.filter((row) => row.signature === "valid" || row.signature === "digest-mismatch");
    for (const row of signed) {
      const bytes = bytesOfRow(row);
      const { achados } = examineDfe(bytes, UNCHECKED);
      const found = new Set(achados.map((each) => each.codigo));
      // We refuse a Reference to another Id before any digest; and xml-crypto does not see a repaired text.
      if (found.has("referencia-divergente") || found.has("reparada") || !isXmlDocumento(row)) continue;
      expect(!found.has("digest-divergente"), row.file).toBe(checkWithXmlCrypto(bytes.toString("utf8")));
    }
  });

  test.skipIf(!existsSync(ICP_BRASIL))(
    "the signers of the corpus have chains to ../shared/icp-brasil",
    () => {
      const trustedCas = readdirSync(ICP_BRASIL).map((name) =>
        readFileSync(path.join(ICP_BRASIL, name), "utf8"),
      );
      const vereditos = rows
        .filter((row) => row.signature === "valid" && /^(nfeProc|procEventoNFe)$/.test(row.kind))
        .map((row) => examineDfe(bytesOfRow(row), { trustedCas: trustedCas }).veredito);
      // One nota avulsa stays suspicious: its state's authority is not in the folder.
      expect(vereditos.filter((each) => each === "suspeita").length).toBe(1);
      expect(vereditos.filter((each) => each === "autentica").length).toBe(12);
      // Manifestações: an evento alone does not prove that its autor is the destinatario.
      expect(vereditos.filter((each) => each === "integra").length).toBe(6);
    },
  );
});

function partsOf(root: XmlElement): XmlElement[] {
  const found = [root];
  visitDescendants(root, (node) => {
    if (!isElement(node)) return;
    const hasId = node.attributes.some((each) => each.local === "Id" && each.namespace === "");
    if (hasId || node.local === "SignedInfo") found.push(node);
  });
  return found;
}

/** Safe use of xml-crypto: the certificate comes only from the Signature being checked. */
function checkWithXmlCrypto(text: string): boolean {
  const root = new DOMParser().parseFromString(text, "text/xml");
  const signature = root.getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "Signature")[0];
  const der = signature?.getElementsByTagName("X509Certificate")[0]?.textContent?.replace(/\s/g, "") ?? "";
  const publicCert = `-----BEGIN CERTIFICATE-----\n${der.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`;
  const checker = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
  checker.loadSignature(String(signature));
  return checker.checkSignature(text) && checker.getSignedReferences().length === 1;
}
