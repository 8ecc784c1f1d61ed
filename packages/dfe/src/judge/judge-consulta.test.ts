import { expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { readPrintedForm } from "../printed-form/read-printed-form.ts";
import { makeChave, makeNota, sign, wrapNota } from "../tests/make-dfe.ts";
import {
  makeChaveTransporte,
  makeCte,
  makeCteOs,
  makeMdfe,
  TRANSPORTADORA,
  wrapTransporte,
} from "../tests/make-transport.ts";
import { makeCredential } from "../tests/pki.ts";
import { CNPJ, CONFIANCA, empresa, intermediate } from "../tests/trust.ts";

const transportadora = makeCredential({
  nome: `RAPIDO LTDA:${TRANSPORTADORA}`,
  cnpj: TRANSPORTADORA,
  emissor: intermediate,
  bits: 1024,
});
const CTE = { proc: "cteProc", prot: "protCTe", chave: "chCTe" };
const EVIL = "https://nota-premiada.example/qrcode";

function protect(signed: string, names: typeof CTE): string {
  const digest = /<DigestValue>([^<]+)/.exec(signed)?.[1] ?? "";
  return wrapTransporte(signed, names).replace("<digVal>abc=", `<digVal>${digest}`);
}

const nfce = wrapNota(sign(makeNota({ cnpj: CNPJ, modelo: "65" }), empresa));
const chaveNfce = makeChave({ cnpj: CNPJ, modelo: "65" });
const cte = protect(sign(makeCte(), transportadora), CTE);
const cteOs = protect(sign(makeCteOs(), transportadora), { ...CTE, proc: "cteOSProc" });
const mdfe = protect(sign(makeMdfe(), transportadora), {
  proc: "mdfeProc",
  prot: "protMDFe",
  chave: "chMDFe",
});

/** Inserts a group between the signed element and its signature, where it is not signed. */
const beside = (xml: string, group: string): string => xml.replace("<Signature", `${group}<Signature`);
const chaveOf = (xml: string): string => /Id="[A-Za-z]+([0-9A-Z]{44})"/.exec(xml)?.[1] ?? "";
const supl = (root: string, tag: string, text: string): string =>
  `<${root}><${tag}><![CDATA[${text}]]></${tag}></${root}>`;

const CASES = [
  ["NFC-e", nfce, "infNFeSupl", "qrCode", "https://www.nfce.fazenda.sp.gov.br/qrcode?p="],
  ["CT-e", cte, "infCTeSupl", "qrCodCTe", "https://dfe-portal.svrs.rs.gov.br/cte/qrCode?chCTe="],
  ["CT-e OS", cteOs, "infCTeSupl", "qrCodCTe", "https://dfe-portal.svrs.rs.gov.br/cte/qrCode?chCTe="],
  ["MDF-e", mdfe, "infMDFeSupl", "qrCodMDFe", "https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode?chMDFe="],
] as const;

function codesOf(xml: string): string[] {
  return examineDfe(Buffer.from(xml), CONFIANCA)
    .achados.map(({ codigo }) => codigo)
    .filter((each) => /^(qr|url)-/.test(each));
}

function qrOf(xml: string): { qr: string | null; semQrCode: boolean } {
  const form = readPrintedForm(Buffer.from(xml));
  if (form === null || form.kind === "evento") throw new Error("no printed form");
  const qr = form.kind === "nfe" ? (form.suplemento?.qrCode ?? null) : form.qrCode;
  return { qr, semQrCode: form.semQrCode };
}

test.each(CASES)("the QR code of SEFAZ in an authentic %s is kept", (_what, xml, root, tag, url) => {
  const text = `${url}${chaveOf(xml)}&tpAmb=1`.replace("?p=", "?p=").replace(/(\?p=.{44}).*/, "$1|3|1");
  const com = beside(xml, supl(root, tag, text));
  expect(examineDfe(Buffer.from(com), CONFIANCA).veredito).toBe("autentica");
  expect(codesOf(com)).toEqual([]);
  expect(qrOf(com)).toEqual({ qr: text, semQrCode: false });
});

test.each(CASES)(
  "a foreign QR code in an authentic %s is reported and not printed",
  (_what, xml, root, tag) => {
    const com = beside(xml, supl(root, tag, `${EVIL}?p=${chaveOf(xml)}`));
    const examination = examineDfe(Buffer.from(com), CONFIANCA);
    expect(examination.veredito).toBe("autentica");
    expect(codesOf(com)).toEqual(["qr-divergente"]);
    expect(JSON.stringify(readPrintedForm(Buffer.from(com)))).not.toContain("nota-premiada");
    expect(qrOf(com)).toEqual({ qr: null, semQrCode: true });
  },
);

test.each(CASES)(
  "the QR code of another document in an authentic %s is reported",
  (_what, xml, root, tag, url) => {
    const other = chaveOf(xml).replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
    const com = beside(xml, supl(root, tag, `${url}${other}`));
    expect(codesOf(com)).toEqual(["qr-divergente"]);
    expect(qrOf(com).qr).toBeNull();
  },
);

test("two QR codes in one document are treated like a foreign one", () => {
  const text = `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${chaveNfce}|3|1`;
  const group = supl("infNFeSupl", "qrCode", text);
  expect(qrOf(beside(nfce, group)).qr).toBe(text);
  expect(qrOf(beside(nfce, group.replace("</infNFeSupl>", `<qrCode>${EVIL}</qrCode></infNFeSupl>`)))).toEqual(
    {
      qr: null,
      semQrCode: true,
    },
  );
  expect(qrOf(beside(nfce, group + supl("infNFeSupl", "qrCode", EVIL))).qr).toBeNull();
});

test("a foreign consulta address is replaced by SEFAZ's published one in print", () => {
  const com = beside(nfce, supl("infNFeSupl", "urlChave", "www.nota-premiada.example/consulta"));
  expect(codesOf(com)).toEqual(["url-chave-divergente"]);
  const form = readPrintedForm(Buffer.from(com));
  expect(form?.kind === "nfe" && form.suplemento?.urlChave).toBe("www.nfce.fazenda.sp.gov.br/consulta");
});

test("a government page outside the tables is reported and not printed", () => {
  const chave = makeChaveTransporte({ modelo: "57" });
  expect(chaveOf(cte)).toBe(chave);
  const com = beside(cte, supl("infCTeSupl", "qrCodCTe", `https://cte.novo.sp.gov.br/qr?chCTe=${chave}`));
  expect(codesOf(com)).toEqual(["qr-desconhecido"]);
  expect(qrOf(com)).toEqual({ qr: null, semQrCode: true });
});
