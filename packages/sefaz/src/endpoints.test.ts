import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { UFS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { findEndpoint } from "./endpoints.ts";
import { canBeSemIe } from "./sem-ie.ts";
import { AUTORIZADOR_DA_UF, CONTINGENCIA, ENDERECOS } from "./tables/endpoints.ts";
import {
  type Ambiente,
  familiaOfModelo,
  type ModeloSefaz,
  SERVICOS,
  type ServicoSefaz,
} from "./tables/servicos.ts";

const ambientes = ["1", "2"] as const;
const modelos = ["55", "65", "57", "67", "58"] as const;
const perguntas = ["consultaProtocolo", "statusServico"] as const;

const tsv = resolve(import.meta.dirname, "../../../../shared/facts/sefaz-endpoints.tsv");

describe("where a document is asked about", () => {
  test.each(UFS)("$sigla has both questions in both ambientes, for the five modelos", ({ codigo }) => {
    for (const ambiente of ambientes) {
      for (const modelo of modelos) {
        for (const servico of perguntas) {
          const achado = findEndpoint({ cUF: codigo, modelo, tpEmis: "1", ambiente, servico });
          expect(achado?.url, `${modelo} ${servico}`).toMatch(/^https:\/\/[a-z0-9.-]+\.br\//);
        }
      }
    }
  });

  test.each([
    ["SP", "35", "55", "1", "SP"],
    ["SP in contingency SVC-AN", "35", "55", "6", "SVC-AN"],
    ["PR in contingency SVC-RS", "41", "55", "7", "SVC-RS"],
    ["EPEC of SP", "35", "55", "4", "SP"],
    ["MA", "21", "55", "1", "SVAN"],
    ["NFC-e of MA", "21", "65", "1", "SVRS"],
    ["NFC-e of BA", "29", "65", "1", "SVRS"],
    ["NFC-e of SP, offline", "35", "65", "9", "SP"],
    ["SC", "42", "55", "1", "SVRS"],
    ["CT-e of SP", "35", "57", "1", "SP"],
    ["CT-e of PE", "26", "57", "1", "SVSP"],
    ["CT-e OS of RR", "14", "67", "1", "SVSP"],
    ["CT-e of BA", "29", "57", "1", "SVRS"],
    ["CT-e of SP in contingency SVC-RS", "35", "57", "7", "SVC-RS"],
    ["CT-e OS of SC in contingency SVC-SP", "42", "67", "8", "SVC-SP"],
    ["EPEC of a CT-e of MG", "31", "57", "4", "MG"],
    ["MDF-e of SP", "35", "58", "1", "SVRS"],
    ["MDF-e of RS, in contingency", "43", "58", "2", "SVRS"],
  ])("%s: cUF %s modelo %s tpEmis %s is answered by %s", (_caso, cUF, modelo, tpEmis, autorizador) => {
    const achado = findEndpoint({ cUF, modelo, tpEmis, ambiente: "1", servico: "consultaProtocolo" });
    expect(achado?.autorizador).toBe(autorizador);
  });

  test.each(UFS)(
    "an NF-e of $sigla whose issuer has no IE is asked at SVRS, no other document is",
    ({ codigo }) => {
      const find = (modelo: string, tpEmis: string) =>
        findEndpoint({
          ...{ cUF: codigo, modelo, tpEmis, ambiente: "1", servico: "consultaProtocolo" },
          emitenteSemIe: true,
        })?.autorizador;
      for (const tpEmis of ["1", "6", "7"]) expect(find("55", tpEmis)).toBe("SVRS");
      for (const modelo of ["65", "57"]) {
        const other = {
          cUF: codigo,
          modelo,
          tpEmis: "1",
          ambiente: "1",
          servico: "consultaProtocolo",
        } as const;
        expect(find(modelo, "1")).toBe(findEndpoint(other)?.autorizador);
      }
    },
  );

  test.each([
    ["35261111222333000181550010000001231000000018", true],
    ["35261111222333000181558890000001231000000018", true],
    ["35261111222333000181558900000001231000000018", false],
    ["35261111222333000181559190000001231000000018", false],
    ["35261111222333000181559200000001231000000018", true],
    ["35261011222333000181550010000001231000000018", false],
    ["35261111222333000181650010000001231000000018", false],
  ])("of key %s the issuer may have no IE: %s", (chave, may) => {
    expect(canBeSemIe(chave)).toBe(may);
  });

  test.each([
    ["a NFCom", "35", "62"],
    ["the Ambiente Nacional", "91", "55"],
    ["a code of no UF", "99", "57"],
    ["a name of Object.prototype", "35", "constructor"],
  ])("%s has no address", (_caso, cUF, modelo) => {
    expect(
      findEndpoint({ cUF, modelo, tpEmis: "1", ambiente: "1", servico: "consultaProtocolo" }),
    ).toBeNull();
  });
});

describe("where an evento of ours goes, and who distributes", () => {
  const at = (cUF: string, modelo: string, servico: ServicoSefaz, tpEmis = "1") =>
    findEndpoint({ cUF, modelo, tpEmis, ambiente: "1", servico })?.autorizador;

  test("manifestação goes to the Ambiente Nacional, whatever the UF and the contingency", () => {
    expect(UFS.map(({ codigo }) => at(codigo, "55", "recepcaoEvento"))).toEqual(UFS.map(() => "AN"));
    expect(at("35", "55", "recepcaoEvento", "6")).toBe("AN");
  });

  test("the eventos of the reform go to SVRS, whatever the UF and the contingency", () => {
    expect(UFS.map(({ codigo }) => at(codigo, "55", "recepcaoEventoSvrs"))).toEqual(UFS.map(() => "SVRS"));
    expect(at("35", "55", "recepcaoEventoSvrs", "6")).toBe("SVRS");
    expect(at("35", "65", "recepcaoEventoSvrs")).toBeUndefined();
    expect(at("43", "57", "recepcaoEventoSvrs")).toBeUndefined();
  });

  test("desacordo goes to the UF's own authorizer, also of a CT-e made in contingency", () => {
    expect(["35", "26", "42"].map((cUF) => at(cUF, "57", "recepcaoEvento", "8"))).toEqual([
      "SP",
      "SVSP",
      "SVRS",
    ]);
    expect(at("31", "67", "recepcaoEvento")).toBe("MG");
  });

  test("nobody takes an evento of ours about a NFC-e or a MDF-e", () => {
    expect(at("35", "65", "recepcaoEvento")).toBeUndefined();
    expect(at("35", "58", "recepcaoEvento")).toBeUndefined();
  });

  test("the Ambiente Nacional distributes NF-e and CT-e", () => {
    expect(["55", "57", "67", "65", "58"].map((modelo) => at("35", modelo, "distribuicao"))).toEqual([
      "AN",
      "AN",
      "AN",
      undefined,
      undefined,
    ]);
  });
});

describe.skipIf(!existsSync(tsv))("the table is that of ../shared/facts/sefaz-endpoints.tsv", () => {
  const fatos = existsSync(tsv) ? readFatos(readFileSync(tsv, "utf8")) : [];

  test("row by row, both ways, with the name and the operation of each service", () => {
    expect(rowsOfTable()).toEqual(rowsOfFatos(fatos));
  });

  // 27 UFs × 5 modelos × 2 ambientes × 4 services, and each contingency: who is found for a key, and where, is the tsv's.
  test.each(UFS)("for $sigla: each modelo, ambiente, service and contingency", ({ codigo, sigla }) => {
    for (const [modelo, ambiente, servico, tpEmis] of combinations()) {
      const achado = findEndpoint({ cUF: codigo, modelo, tpEmis, ambiente, servico });
      const esperado = findFato(fatos, { sigla, modelo, ambiente, servico, tpEmis });
      const caso = `${modelo} ${ambiente} ${servico} ${tpEmis}`;
      expect(achado?.url, caso).toBe(esperado?.url);
      expect(achado && nameInTsv(modelo, achado.autorizador), caso).toBe(esperado?.autorizador ?? null);
    }
  });

  test("and no UF has an authorizer of its own in the tsv that is not its own here", () => {
    const proprios = fatos.filter((fato) => isOurs(fato) && fato.modelo !== "58");
    for (const { modelo, autorizador } of proprios) {
      const uf = UFS.find(({ sigla }) => sigla === autorizador)?.sigla;
      if (uf) expect(AUTORIZADOR_DA_UF[modelo][uf], `${modelo} ${uf}`).toBe(uf);
    }
  });
});

type Fato = {
  modelo: ModeloSefaz;
  autorizador: string;
  ambiente: Ambiente;
  nome: string;
  operacao: string;
  url: string;
};

type Pergunta = {
  sigla: string;
  modelo: ModeloSefaz;
  ambiente: Ambiente;
  servico: ServicoSefaz;
  tpEmis: string;
};

// Where the tsv's name of an operation is not the one on the wire: the WSDL recorded from the Ambiente Nacional says
// nfeRecepcaoEventoNF, and the tsv repeats the service's name for the operation of CTeDistribuicaoDFe.
const OPERACAO_DO_TSV: Record<string, string> = {
  nfeRecepcaoEventoNF: "nfeRecepcaoEvento",
  cteDistDFeInteresse: "CTeDistribuicaoDFe",
};

// The authorizers of contingency: NF-e has them in its tsv; those of CT-e answer at the addresses of SVRS and SVSP, and the tsv
// calls MDF-e's SVRS by the UF where it stands.
const NOME_NO_TSV: Record<string, Record<string, string>> = {
  "55": { "SVC-AN": "SVCAN", "SVC-RS": "SVCRS" },
  "57": { "SVC-RS": "SVRS", "SVC-SP": "SVSP" },
  "67": { "SVC-RS": "SVRS", "SVC-SP": "SVSP" },
  "58": { SVRS: "RS" },
};

function nameInTsv(modelo: string, autorizador: string): string {
  return NOME_NO_TSV[modelo]?.[autorizador] ?? autorizador;
}

function readFatos(texto: string): Fato[] {
  return texto
    .split("\n")
    .slice(1)
    .filter(Boolean)
    .map((linha) => {
      const [modelo = "", autorizador = "", env, , nome = "", operacao = "", , url = ""] = linha.split("\t");
      const ambiente = env === "producao" ? "1" : "2";
      return { modelo: modelo as ModeloSefaz, autorizador, ambiente, nome, operacao, url };
    });
}

// Of the rows of the tsv, those of services that we speak; eventos of NF-e and NFC-e only at the
// Ambiente Nacional and at SVRS.
function isOurs({ modelo, autorizador, nome }: Fato): boolean {
  const familia = familiaOfModelo(modelo);
  const servico = Object.entries(SERVICOS[familia]).find(([, nosso]) => nosso.nome === nome)?.[0];
  if (!servico) return false;
  return (
    familia !== "nfe" ||
    servico !== "recepcaoEvento" ||
    autorizador === "AN" ||
    (modelo === "55" && autorizador === "SVRS")
  );
}

function rowsOfFatos(fatos: Fato[]): string[] {
  const linhas = fatos
    .filter(isOurs)
    .map(({ modelo, autorizador, ambiente, nome, operacao, url }) =>
      [modelo, autorizador, ambiente, nome, operacao, url].join(" "),
    );
  return [...new Set(linhas)].sort();
}

function rowsOfTable(): string[] {
  const linhas = Object.entries(ENDERECOS).flatMap(([modelo, autorizadores]) =>
    Object.entries(autorizadores).flatMap(([autorizador, porAmbiente]) =>
      ambientes.flatMap((ambiente) =>
        Object.entries(porAmbiente[ambiente]).map(([servico, url]) => {
          const { nome, operacao } = SERVICOS[familiaOfModelo(modelo)][servico as ServicoSefaz] ?? {};
          const naTsv = OPERACAO_DO_TSV[operacao ?? ""] ?? operacao;
          return [modelo, nameInTsv(modelo, autorizador), ambiente, nome, naTsv, url].join(" ");
        }),
      ),
    ),
  );
  return [...new Set(linhas)].sort();
}

function combinations(): [ModeloSefaz, Ambiente, ServicoSefaz, string][] {
  const servicos = ["consultaProtocolo", "statusServico", "recepcaoEvento", "distribuicao"] as const;
  return modelos.flatMap((modelo) =>
    ambientes.flatMap((ambiente) =>
      servicos.flatMap((servico) =>
        ["1", ...CONTINGENCIA[modelo].keys()].map((tpEmis): [ModeloSefaz, Ambiente, ServicoSefaz, string] => [
          modelo,
          ambiente,
          servico,
          tpEmis,
        ]),
      ),
    ),
  );
}

// Who answers for a UF, written here once more from dfe.md §7 and from nothing of the table's.
const PROPRIOS: Record<string, string> = {
  "55": "AM BA GO MG MS MT PE PR RS SP",
  "65": "AM GO MG MS MT PR RS SP",
  "57": "MG MS MT PR RS SP",
  "67": "MG MS MT PR RS SP",
  "58": "",
};
const DE_OUTRO: Record<string, Record<string, string>> = {
  "55": { MA: "SVAN" },
  "57": { AP: "SVSP", PE: "SVSP", RR: "SVSP" },
  "67": { AP: "SVSP", PE: "SVSP", RR: "SVSP" },
};
const SVC: Record<string, Record<string, string>> = {
  "55": { "6": "SVCAN", "7": "SVCRS" },
  "57": { "7": "SVRS", "8": "SVSP" },
  "67": { "7": "SVRS", "8": "SVSP" },
};

function findFato(fatos: Fato[], { sigla, modelo, ambiente, servico, tpEmis }: Pergunta): Fato | undefined {
  const nome = SERVICOS[familiaOfModelo(modelo)][servico]?.nome;
  const daUf = PROPRIOS[modelo]?.split(" ").includes(sigla)
    ? sigla
    : (DE_OUTRO[modelo]?.[sigla] ?? (modelo === "58" ? "RS" : "SVRS"));
  const svc = SVC[modelo]?.[tpEmis] ?? daUf;
  const quem = {
    distribuicao: "AN",
    recepcaoEvento: modelo === "55" ? "AN" : modelo === "65" ? "ninguém" : daUf,
    recepcaoEventoSvrs: modelo === "55" ? "SVRS" : "ninguém",
    consultaProtocolo: svc,
    statusServico: svc,
  }[servico];
  return fatos.find(
    (fato) =>
      fato.modelo === modelo && fato.ambiente === ambiente && fato.autorizador === quem && fato.nome === nome,
  );
}
