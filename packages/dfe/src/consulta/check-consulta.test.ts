import { describe, expect, test } from "vitest";
import { type ConsultedDocumento, findAddresses } from "./addresses.ts";
import { checkQrCode, checkUrlChave } from "./check-consulta.ts";

const NFCE = documento("35", "65");
const CTE = documento("31", "57");
const MDFE = documento("24", "58");
const SP = "https://www.nfce.fazenda.sp.gov.br/qrcode";

function documento(uf: string, modelo: string, extra: Partial<ConsultedDocumento> = {}): ConsultedDocumento {
  const chave = `${uf}261111222333000181${modelo}0010000001231876543210`;
  return { chave, modelo, ambiente: "1", dia: "2026-11-20", ...extra };
}

const tail = `?p=${NFCE.chave}|2|1|1|0123456789ABCDEF0123456789ABCDEF01234567`;

describe("the QR code of a document compared with the published addresses", () => {
  test.each([
    ["as published", `${SP}${tail}`, NFCE],
    ["over http", `${SP.replace("https", "http")}${tail}`, NFCE],
    ["with its default port", `${SP.replace(".br/", ".br:443/")}${tail}`, NFCE],
    [
      "at the older page of the same UF",
      `${SP.replace("qrcode", "NFCeConsultaPublica/Paginas/ConsultaQRCode.aspx")}${tail}`,
      NFCE,
    ],
    ["in capitals", `${SP.replace("qrcode", "QRCODE").replace("www", "WWW")}${tail}`, NFCE],
    ["with its bars escaped", `${SP}${tail.replaceAll("|", "%7C")}`, NFCE],
    [
      "of a CT-e of its UF",
      `https://portalcte.fazenda.mg.gov.br/portalcte/sistema/qrcode.xhtml?chCTe=${CTE.chave}&tpAmb=1`,
      CTE,
    ],
    [
      "of a CT-e in contingency at SVRS",
      `https://dfe-portal.svrs.rs.gov.br/cte/QRCode?chCTe=${CTE.chave}&tpAmb=1`,
      CTE,
    ],
    ["of an MDF-e", `https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode?chMDFe=${MDFE.chave}&tpAmb=1`, MDFE],
  ])("a QR code matches the published address: %s", (_what, text, de) => {
    expect(checkQrCode(text, de)).toBe("confere");
  });

  test.each([
    ["an unrelated host", `https://sefaz-consulta.example/qrcode${tail}`],
    ["a host that starts like a published one", `https://www.nfce.fazenda.sp.gov.br.example/qrcode${tail}`],
    ["a published host as user name", `https://www.nfce.fazenda.sp.gov.br@evil.example/qrcode${tail}`],
    ["a published host after a backslash", `https://evil.example\\@www.nfce.fazenda.sp.gov.br/qrcode${tail}`],
    ["an unknown port", `${SP.replace(".br/", ".br:8443/")}${tail}`],
    ["another scheme", `javascript://www.nfce.fazenda.sp.gov.br/qrcode${tail}`],
    ["no scheme", `www.nfce.fazenda.sp.gov.br/qrcode${tail}`],
    ["a look-alike letter", `https://www.nfcе.fazenda.sp.gov.br/qrcode${tail}`],
    ["a line break", `${SP}${tail}\nhttps://evil.example`],
    ["a fragment", `${SP}${tail}#x`],
    ["the key of another document", `${SP}?p=${NFCE.chave.slice(0, 43)}9|2|1|1|01`],
    ["its key together with another key", `${SP}${tail}&chNFe=${CTE.chave}`],
    ["another key in an upper-case parameter", `${SP}${tail}&P=${CTE.chave}`],
    ["no key", SP],
    ["no address", "consulte o emitente"],
    ["the parameter of a CT-e", `${SP}?chCTe=${NFCE.chave}`],
  ])("a QR code does not match the published address: %s", (_what, text) => {
    expect(checkQrCode(text, NFCE)).toBe("divergente");
  });

  test.each([
    ["a government page that the tables do not have", `https://nova.fazenda.sp.gov.br/qrcode${tail}`, NFCE],
    ["another path on the published host", `${SP}/redirect${tail}`, NFCE],
    ["another UF's page", `https://sat.sef.sc.gov.br/nfce/consulta${tail}`, NFCE],
    [
      "the homologação page for a document of production",
      `https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode${tail}`,
      NFCE,
    ],
  ])("the address of a QR code is unknown: %s", (_what, text, de) => {
    expect(checkQrCode(text, de)).toBe("desconhecida");
  });

  test("a QR code is compared with the addresses of its own date and environment", () => {
    const old = "http://www.dfeportal.fazenda.pr.gov.br/dfe-portal/rest/servico/consultaNFCe";
    const de = documento("41", "65", { dia: "2016-08-27" });
    const text = `${old}?chNFe=${de.chave}&nVersao=100&tpAmb=1`;
    expect(checkQrCode(text, de)).toBe("confere");
    expect(checkQrCode(text, { ...de, dia: "2026-08-27" })).toBe("desconhecida");
    const teste = { ...NFCE, ambiente: "2" };
    expect(checkQrCode(`https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode${tail}`, teste)).toBe(
      "confere",
    );
    expect(checkQrCode(`${SP}${tail}`, teste)).toBe("desconhecida");
  });
});

test.each([
  ["www.nfce.fazenda.sp.gov.br/consulta", "confere"],
  ["https://www.nfce.fazenda.sp.gov.br/consulta/", "confere"],
  ["www.notamspremiada.ms.gov.br/consulta", "desconhecida"],
  ["www.nfce-fazenda-sp.example/consulta", "divergente"],
  ["https://www.nfce.fazenda.sp.gov.br/consulta?volta=https://evil.example", "divergente"],
  ["ligue 0800", "divergente"],
])("the address of the page for typing a key, %s, is checked: %s", (text, situacao) => {
  expect(checkUrlChave(text, NFCE)).toBe(situacao);
});

test("every UF has an address for NFC-e, CT-e and MDF-e, in both environments", () => {
  const ufs = "11 12 13 14 15 16 17 21 22 23 24 25 26 27 28 29 31 32 33 35 41 42 43 50 51 52 53".split(" ");
  for (const uf of ufs) {
    for (const modelo of ["65", "57", "67", "58"]) {
      for (const ambiente of ["1", "2"]) {
        const de = documento(uf, modelo, { ambiente });
        expect(findAddresses(de, "qr"), `${uf} ${modelo} ${ambiente}`).not.toEqual([]);
        if (modelo === "65") expect(findAddresses(de, "chave"), `${uf} ${ambiente}`).not.toEqual([]);
      }
    }
  }
});
