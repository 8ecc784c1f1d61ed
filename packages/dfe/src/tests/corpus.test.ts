import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Examination } from "../examination.ts";
import { examineDfe } from "../examine.ts";
import type { Reading } from "../reading.ts";
import type { SignatureStatus } from "../veredito.ts";
import { bytesOfRow, CORPUS, type Row, rows } from "./collection.ts";
import { hasXmlsec, XMLSEC } from "./differential/xmlsec.ts";

/** The reader's kinds for each kind of the manifest. Wrappers are read as their content. */
const KINDS: readonly (readonly [RegExp, readonly Reading["kind"][]])[] = [
  [/^(?:NFe|NFe-nfce|nfeProc|nfeProc-nfce|CTe|CTeOS|CTeSimp|cteProc|cteOSProc|MDFe|mdfeProc)$/, ["nota"]],
  [/^(?:enviNFe|enviMDFe)$/, ["nota"]],
  [/^(?:evento|eventoCTe|eventoMDFe|procEvento(?:NFe|CTe|MDFe)|envEvento)$/, ["evento"]],
  [/^res(?:NFe|Evento)$/, ["resumo"]],
  [/^(?:BPe|inutNFe)$/, ["outro-dfe"]],
  [/^retDistDFeInt$/, ["lote", "mensagem"]],
  [/^(?:nfeDadosMsg|soap-other)$/, ["nota", "evento", "outro-dfe", "mensagem"]],
  [/^/, ["mensagem"]],
];

/** Unreadable documents with the reason: stubs and templates of other projects. */
const UNREADABLE: readonly (readonly [RegExp, string])[] = [
  [
    /asseinfo\+br_danfe__.*_spec\.rb_embedded-\d+\.xml$/,
    "fragments in Ruby tests, without ide or most of it",
  ],
  [/asseinfo\+br_danfe__xml-mdfe-multiples-pages\.xml$/, "its ide has no cUF"],
  [/aricaldeira\+PySPED__(?:nfe_110|nfe_310|mdfe_300)\.py_embedded-1\.xml$/, "an empty shell in Python code"],
  [
    /nfephp-org\+sped-(?:nfe|cte|mdfe)__.*(?:PL_010|_RTC|v4\.00|\.xsd).*\.xml$/,
    "a template whose every value is the word string",
  ],
  [/CommunicationCoverageTest\.php_embedded-[345]\.xml$/, "an answer cut down for a PHP test"],
  [/TraitsCoverageTest\.php_embedded-1\.xml$/, "its key is PHP code"],
  [/XMLGenerationService\.cs_embedded-1\.xml$/, "its key is C# code"],
  [/test_erpbrasil_edoc_nfe\.py_embedded-1\.xml$/, "its ide has no mod"],
  [/test_erro_588\.py_embedded-1\.xml$/, "its evento has no chNFe"],
  [/MAPA_FUNCOES\.md_embedded-1\.xml$/, "its evento has no nSeqEvento"],
  [/BrazilFiscalReport__dacte_test_multi_pages\.xml$/, "it has xObs twice: two readings of one field"],
  [/nfelib__NFe35200159594315000157550010000000012062777161\.xml$/, "its Id lacks the NFe before the key"],
  [/nfephp__xml-sujo\.xml$/, "it is not well-formed"],
];

/** Where the manifest has another model than the reader: it copies columns 21 and 22 of the key. */
const MODELS: readonly (readonly [RegExp, string])[] = [
  [/BPe\/nfephp-org\+sped-da__bpe\.xml$/, "the manifest has none; a BP-e is 63, and has a key"],
  [
    /inutNFe\/danimaribeiro\+PyTrustNFe__NfeInutilizacao\.xml$/,
    "the manifest has none; inutNFe is of model 55",
  ],
  [
    /akretion\+nfelib__26999999999999999999999999999999999999999991-mdfe\.xml$/,
    "an invented key: columns 22, mod 58",
  ],
  [/wmixvideo\+nfe__/, "an invented key: columns 21, mod 55"],
  [/BrazilFiscalReport__nfe_mei\.xml$/, "an anonymised key: columns 95, mod 55"],
  [/node-pdf-nfe__arquivo-xml\.xml$/, "a key of zeros, mod 55"],
  [/nfephp__43141087235172000122550010008660511960855863\.xml$/, "an anonymised key: columns 64, mod 55"],
  [
    /sped-nfe__exemplo_xml_envia_lote_modelo_55\.xml$/,
    "the key of an NFC-e over an NF-e: columns 65, mod 55",
  ],
  [
    /asseinfo\+br_danfe__nfce(?:-unauthorized-(?:hom|prod))?\.xml$/,
    "the key of an NF-e over an NFC-e: columns 55, mod 65",
  ],
];

/** Where the manifest has another signature result. */
const SIGNATURES: Readonly<Record<string, { ours: SignatureStatus; why: string }>> = {
  "cteOSProc/nfephp-org+sped-da__cte_hom_com_prot.xml": {
    ours: "erro",
    why: "its infProt has the Id of its infCte, so the signed one is ambiguous; xmlsec1 refuses it when it knows both Ids",
  },
};

const CHAVE = /^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$/;

const judged = new Map<string, Examination>();

function examine(row: Row): Examination {
  const known = judged.get(row.file);
  if (known) return known;
  const examination = examineDfe(bytesOfRow(row), { trustedCas: [] });
  judged.set(row.file, examination);
  return examination;
}

/** Says whether a table explains a row. */
function explained(table: readonly (readonly [RegExp, string])[], { file }: Row): boolean {
  return table.some(([pattern]) => pattern.test(file));
}

function stateOf(signature: string): SignatureStatus {
  if (signature === "valid") return "valida";
  if (signature.includes("mismatch")) return "invalida";
  return signature === "none" ? "ausente" : "erro";
}

function saysOf({ reading }: Examination): { modelo: string; chave: string } {
  switch (reading.kind) {
    case "nota":
      return { modelo: reading.nota.modelo, chave: reading.nota.chaveAcesso };
    case "evento":
      return { modelo: reading.evento.chaveAcesso.slice(20, 22), chave: reading.evento.chaveAcesso };
    case "resumo":
      return { modelo: reading.resumo.chaveAcesso.slice(20, 22), chave: reading.resumo.chaveAcesso };
    case "outro-dfe":
    case "mensagem":
    case "ilegivel":
      return { modelo: reading.modelo ?? "", chave: reading.chaveAcesso ?? "" };
    default:
      return { modelo: "", chave: "" };
  }
}

describe.skipIf(!existsSync(CORPUS))("every document in ../shared/corpus/dfe", () => {
  test("the corpus has 369 documents", () => {
    expect(rows.length).toBe(369);
  });

  test("every document has the kind in the manifest, or is unreadable for a listed reason", () => {
    const wrong = rows.flatMap((row) => {
      const { kind } = examine(row).reading;
      const expected = KINDS.find(([pattern]) => pattern.test(row.kind))?.[1] ?? [];
      const isRight = expected.includes(kind) || (kind === "ilegivel" && explained(UNREADABLE, row));
      return isRight ? [] : [`${row.file}: ${kind}`];
    });
    expect(wrong).toEqual([]);
  });

  test("every document has the key and model in the manifest, or others for a listed reason", () => {
    const wrong = rows.flatMap((row) => {
      const { modelo, chave } = saysOf(examine(row));
      // Templates have code or a word in place of the key.
      const expected = CHAVE.test(row.key) ? row.key : "";
      const isRight = (chave === expected && modelo === row.model) || explained(MODELS, row);
      const isNamed =
        row.model === "" && /^(?:res|ret|cons|soap|evento|procEvento|envEvento|nfeD)/i.test(row.kind);
      return isRight || (isNamed && chave === expected) ? [] : [`${row.file}: ${modelo} ${chave}`];
    });
    expect(wrong).toEqual([]);
  });

  test("every document has the signature result of xmlsec1, or another for a listed reason", () => {
    const states = rows.map((row) => ({ row, estado: examine(row).assinatura.estado }));
    const wrong = states.filter(
      ({ row, estado }) => estado !== (SIGNATURES[row.file]?.ours ?? stateOf(row.signature)),
    );
    expect(wrong.map(({ row, estado }) => `${row.file}: ${estado}, not ${row.signature}`)).toEqual([]);
    const count = (state: SignatureStatus): number => states.filter(({ estado }) => estado === state).length;
    expect({
      valida: count("valida"),
      invalida: count("invalida"),
      ausente: count("ausente"),
      erro: count("erro"),
    }).toEqual({ valida: 33, invalida: 54, ausente: 252, erro: 30 });
  });

  test.skipIf(!hasXmlsec || !existsSync(CORPUS)).each(Object.entries(SIGNATURES))(
    "xmlsec1 has the same signature result for %s",
    (file) => {
      const ids = ["infCte", "infProt"].map((local) => [
        "--id-attr:Id",
        `http://www.portalfiscal.inf.br/cte:${local}`,
      ]);
      const args = ["--verify", ...ids.flat(), "--insecure", path.join(CORPUS, file)];
      expect(() => execFileSync(XMLSEC, args, { stdio: "pipe" })).toThrow(
        /Id.*already defined|duplicate|error/i,
      );
    },
  );
});

/** The repairs of documents with an invalid signature; the others were edited. */
const REPAIRED: Readonly<Record<string, string>> = {
  "CTe/nfephp-org+sped-da__cte_hom_sem_prot.xml": "espacos-entre-tags fins-de-linha espacos-finais",
  "CTe/nfephp-org+sped-nfe__cte.xml": "espacos-entre-tags",
  "NFe-nfce/nfephp-org+nfephp__xml-erro-montaDanfce.xml": "espacos-entre-tags",
  "NFe/nfephp-org+sped-nfe__nfe_epec.xml": "espacos-entre-tags",
  "NFe/nfephp-org+sped-nfe__nfe_layout4.xml": "espacos-entre-tags",
  "cteProc/nfephp-org+sped-da__24210231626841000132570010000007811746401259.xml":
    "espacos-entre-tags utf8-duplicado",
  "mdfeProc/nfephp-org+sped-da__24210131626841000132580010000004881636061008-mdfe.xml": "espacos-entre-tags",
  "mdfeProc/nfephp-org+sped-da__24210240783110000191580010000004681217759322.xml": "espacos-entre-tags",
  "mdfeProc/nfephp-org+sped-da__41200879549135000160580260000004071215501196-mdfe.xml": "espacos-entre-tags",
  "nfeDadosMsg/nfephp-org+sped-nfe__exemplo_xml_request_cce_cnpj.xml": "espacos-entre-tags",
  "nfeProc-nfce/nfephp-org+sped-da__NFCeHom2.xml": "espacos-entre-tags",
  "nfeProc/nfephp-org+sped-nfe__nfe_layout4_com_prot.xml": "espacos-entre-tags",
};

test.skipIf(!existsSync(CORPUS))(
  "repairs prove twelve of the corpus's 55 documents with an invalid signature",
  () => {
    const repaired = rows.flatMap((row) => {
      const { reparo } = examine(row);
      return reparo ? [[row.file, reparo.nomes.join(" ")]] : [];
    });
    expect(Object.fromEntries(repaired)).toEqual(REPAIRED);
  },
);
