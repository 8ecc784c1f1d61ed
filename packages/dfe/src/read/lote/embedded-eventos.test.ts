import { describe, expect, test } from "vitest";
import type { Examination } from "../../examination.ts";
import { examineDfe } from "../../examine.ts";
import { readPrintedForm } from "../../printed-form/read-printed-form.ts";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../../tests/make-dfe.ts";
import {
  makeChaveTransporte,
  makeCte,
  makeMdfe,
  TRANSPORTADORA,
  wrapTransporte,
} from "../../tests/make-transport.ts";
import { makeCredential } from "../../tests/pki.ts";
import { CNPJ, CONFIANCA, empresa, intermediate } from "../../tests/trust.ts";
import { readDfe } from "../read-dfe.ts";

const transportadora = makeCredential({
  nome: `RAPIDO LTDA:${TRANSPORTADORA}`,
  cnpj: TRANSPORTADORA,
  emissor: intermediate,
  bits: 1024,
});

type Family = "nfe" | "cte" | "mdfe";
const NAMES = {
  nfe: { proc: "nfeProc", ret: "retEvento" },
  cte: { proc: "cteProc", ret: "retEventoCTe" },
  mdfe: { proc: "mdfeProc", ret: "retEventoMDFe" },
} as const;
const CHAVES: Record<Family, string> = {
  nfe: makeChave({ cnpj: CNPJ }),
  cte: makeChaveTransporte({ modelo: "57" }),
  mdfe: makeChaveTransporte({ modelo: "58" }),
};

function protect(signed: string, names: { proc: string; prot: string; chave: string }): string {
  const digest = /<DigestValue>([^<]+)/.exec(signed)?.[1] ?? "";
  return wrapTransporte(signed, names).replace("<digVal>abc=", `<digVal>${digest}`);
}

const NOTAS: Record<Family, string> = {
  nfe: wrapNota(sign(makeNota({ cnpj: CNPJ }), empresa)),
  cte: protect(sign(makeCte(), transportadora), { proc: "cteProc", prot: "protCTe", chave: "chCTe" }),
  mdfe: protect(sign(makeMdfe(), transportadora), { proc: "mdfeProc", prot: "protMDFe", chave: "chMDFe" }),
};

/** A signed and registered cancelamento of the family's nota. */
function cancel(family: Family, chave = CHAVES[family]): string {
  const isNfe = family === "nfe";
  const evento = makeEvento({ family, chave, autor: isNfe ? CNPJ : TRANSPORTADORA });
  return wrapEvento(sign(evento, isNfe ? empresa : transportadora));
}

/** SEFAZ's answer to the cancelamento, without the evento. */
function answer(family: Family, chave = CHAVES[family]): string {
  const { ret } = NAMES[family];
  const [found = ""] = new RegExp(`<${ret}[ >].*</${ret}>`).exec(cancel(family, chave)) ?? [];
  return found.replace(`<${ret}`, `<${ret} xmlns="http://www.portalfiscal.inf.br/${family}"`);
}

/** Inserts XML into the file of a nota, after its protocolo. */
function put(family: Family, inside: string): string {
  const end = `</${NAMES[family].proc}>`;
  return NOTAS[family].replace(end, inside.replace(/^<\?xml[^>]*\?>/, "") + end);
}

function examine(xml: string): Examination {
  return examineDfe(Buffer.from(xml), CONFIANCA);
}

/** Codes of the findings, without the layout checks of invented documents. */
const codes = ({ achados }: Examination): string[] =>
  achados
    .map(({ codigo }) => codigo)
    .filter((codigo) => !/^(?:estrutura|soma)-/.test(codigo))
    .sort();
const FAMILIES = ["nfe", "cte", "mdfe"] as const;

describe.each(FAMILIES)("a cancelamento in the file of its document (%s)", (family) => {
  test("the cancelamento becomes a separate, authentic evento, and the document stays authentic", () => {
    const examination = examine(put(family, cancel(family)));
    expect([examination.reading.kind, examination.veredito]).toEqual(["nota", "autentica"]);
    const [junto] = examination.eventos;
    expect(examination.eventos).toHaveLength(1);
    expect(junto).toMatchObject({ veredito: "autentica", reading: { kind: "evento" } });
    expect(junto?.reading).toMatchObject({ evento: { chaveAcesso: CHAVES[family], tpEvento: "110111" } });
    expect(codes(examination)).toContain("cancelamento-no-arquivo");
    expect(codes(examination)).not.toContain("sobras-em-volta");
    expect(Buffer.from(examination.bytes).toString()).not.toContain("110111");
  });

  test("a cancelamento is reported but not trusted when only SEFAZ's answer is present", () => {
    const examination = examine(put(family, answer(family)));
    expect([examination.reading.kind, examination.veredito]).toEqual(["nota", "autentica"]);
    expect(codes(examination)).toEqual(["cancelamento-no-arquivo"]);
    const [junto] = examination.eventos;
    expect(junto).toMatchObject({ veredito: "assinatura-invalida", assinatura: { estado: "ausente" } });
    expect(junto && codes(junto)).toEqual(["so-registro"]);
    expect(junto?.reading).toMatchObject({
      kind: "evento",
      evento: { chaveAcesso: CHAVES[family], tpEvento: "110111", nSeqEvento: "1", cStat: "135", autor: "" },
    });
  });

  test("a cancelamento is found in a wrapper element", () => {
    const examination = examine(put(family, `<procCancMDFe>${answer(family)}</procCancMDFe>`));
    expect(examination.eventos.map(({ reading }) => reading)).toMatchObject([
      { evento: { tpEvento: "110111" } },
    ]);
    expect(codes(examination)).toEqual(["cancelamento-no-arquivo"]);
  });

  test("a cancelamento marks the printed form as cancelled", () => {
    for (const inside of [cancel(family), answer(family)]) {
      expect(readPrintedForm(Buffer.from(put(family, inside)))?.isCancelado).toBe(true);
    }
    expect(readPrintedForm(Buffer.from(NOTAS[family]))?.isCancelado).toBeUndefined();
    const rejected = answer(family).replace("<cStat>135", "<cStat>573");
    expect(readPrintedForm(Buffer.from(put(family, rejected)))?.isCancelado).toBeUndefined();
  });

  test("a cancelamento of another document stays in the file and is reported as unexpected", () => {
    const chave = CHAVES[family].replace(/^35/, "41");
    const examination = examine(put(family, answer(family, chave)));
    expect(examination.eventos).toEqual([]);
    expect(codes(examination)).toEqual(["sobras-em-volta"]);
  });
});

test("a cancelamento signed by another company is suspicious, but its document is not", () => {
  const forged = wrapEvento(sign(makeEvento({ chave: CHAVES.nfe, autor: TRANSPORTADORA }), transportadora));
  const examination = examine(put("nfe", forged));
  expect(examination.veredito).toBe("autentica");
  expect(examination.eventos.map(({ veredito }) => veredito)).toEqual(["suspeita"]);
});

test("a cancelamento without procEventoNFe, next to the protocolo, is one evento", () => {
  const loose = cancel("nfe").replace(/<\/?procEventoNFe[^>]*>/g, "");
  const examination = examine(put("nfe", loose));
  expect(examination.eventos.map(({ veredito }) => veredito)).toEqual(["autentica"]);
});

test("a file with more answers than a nota can have is left unchanged", () => {
  const examination = examine(put("nfe", answer("nfe").repeat(101)));
  expect(examination.eventos).toEqual([]);
  expect(codes(examination)).toContain("sobras-em-volta");
});

/** A cancelamento from before eventos existed. */
function writeOldCancelamento(family: "nfe" | "cte"): string {
  const { raiz, ch } = family === "nfe" ? { raiz: "cancNFe", ch: "chNFe" } : { raiz: "cancCTe", ch: "chCTe" };
  const chave = CHAVES[family];
  const request = `<infCanc Id="ID${chave}"><tpAmb>1</tpAmb><xServ>CANCELAR</xServ><${ch}>${chave}</${ch}><nProt>135260000000001</nProt><xJust>Erro no pedido do cliente</xJust></infCanc>`;
  const ns = `xmlns="http://www.portalfiscal.inf.br/${family}"`;
  const signed = sign(
    `<${raiz} ${ns} versao="2.00">${request}</${raiz}>`,
    family === "nfe" ? empresa : transportadora,
  );
  const ret = `<infCanc><tpAmb>1</tpAmb><cStat>101</cStat><xMotivo>Cancelamento homologado</xMotivo><${ch}>${chave}</${ch}><dhRecbto>2026-11-20T10:00:00-03:00</dhRecbto><nProt>135260000000009</nProt></infCanc>`;
  const name = raiz.replace("canc", "Canc");
  return `<proc${name} ${ns} versao="2.00">${signed}<ret${name} versao="2.00">${ret}</ret${name}></proc${name}>`;
}

describe.each(["nfe", "cte"] as const)("a cancelamento from before eventos existed (%s)", (family) => {
  const old = writeOldCancelamento(family);

  test("an old cancelamento is read and judged as an evento", () => {
    const examination = examine(old);
    expect([examination.veredito, codes(examination)]).toEqual(["autentica", []]);
    expect(examination.reading).toMatchObject({
      kind: "evento",
      evento: {
        ...{ chaveAcesso: CHAVES[family], tpEvento: "110111", nSeqEvento: "1", cStat: "101" },
        ...{ autor: family === "nfe" ? CNPJ : TRANSPORTADORA, justificativa: "Erro no pedido do cliente" },
        ...{ protocolo: "135260000000009", protocoloData: "2026-11-20T10:00:00-03:00" },
      },
    });
  });

  test("an old cancelamento is invalid with a changed key, and suspicious when another company signed it", () => {
    const other = old.replaceAll(CHAVES[family], CHAVES[family].replace(/^35/, "41"));
    expect(examine(other).veredito).toBe("assinatura-invalida");
    const mallory = family === "nfe" ? transportadora : empresa;
    const [request = ""] = /<infCanc Id.*?<\/infCanc>/.exec(old) ?? [];
    const raiz = family === "nfe" ? "cancNFe" : "cancCTe";
    const forged = sign(
      `<${raiz} xmlns="http://www.portalfiscal.inf.br/${family}" versao="2.00">${request}</${raiz}>`,
      mallory,
    );
    expect(codes(examine(forged))).toContain("certificado-de-outro-documento");
  });

  test("an old cancelamento has a printed form", () => {
    const form = readPrintedForm(Buffer.from(old));
    expect(form).toMatchObject({
      kind: "evento",
      tpEvento: "110111",
      descricao: "Cancelamento",
      registro: { protocolo: "135260000000009", data: "2026-11-20T10:00:00-03:00", divergencias: [] },
      textos: [{ rotulo: "Justificativa", texto: "Erro no pedido do cliente" }],
    });
  });

  test("an old cancelamento is separated from the file of its document", () => {
    const examination = examine(put(family, old));
    expect(examination.veredito).toBe("autentica");
    expect(examination.eventos.map(({ veredito }) => veredito)).toEqual(["autentica"]);
  });
});

test("a procCanc element without a cancelamento is not read", () => {
  const xml = `<procCancNFe xmlns="http://www.portalfiscal.inf.br/nfe"><x/></procCancNFe>`;
  expect(readDfe(Buffer.from(xml)).kind).toBe("outro-dfe");
});
