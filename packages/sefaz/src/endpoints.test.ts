import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { UFS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { findEndpoint } from "./endpoints.ts";
import { canBeSemIe } from "./sem-ie.ts";
import { ADDRESSES, AUTHORIZER_OF_UF, CONTINGENCY } from "./tables/authorizers.ts";
import {
  type Ambiente,
  familyOfModelo,
  SERVICES,
  type SefazModelo,
  type SefazService,
} from "./tables/services.ts";

const ambientes = ["1", "2"] as const;
const modelos = ["55", "65", "57", "67", "58"] as const;
const services = ["consultaProtocolo", "statusServico"] as const;

const tsv = resolve(import.meta.dirname, "../../../../shared/facts/sefaz-endpoints.tsv");

describe("the endpoint of a consulta", () => {
  test.each(UFS)(
    "a consulta has an endpoint for $sigla in both services, both ambientes and the five modelos",
    ({ codigo }) => {
      for (const ambiente of ambientes) {
        for (const modelo of modelos) {
          for (const servico of services) {
            const found = findEndpoint({ cUF: codigo, modelo, tpEmis: "1", ambiente, servico });
            expect(found?.url, `${modelo} ${servico}`).toMatch(/^https:\/\/[a-z0-9.-]+\.br\//);
          }
        }
      }
    },
  );

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
  ])("the endpoint of %s: cUF %s modelo %s tpEmis %s is at %s", (_case, cUF, modelo, tpEmis, autorizador) => {
    const found = findEndpoint({ cUF, modelo, tpEmis, ambiente: "1", servico: "consultaProtocolo" });
    expect(found?.autorizador).toBe(autorizador);
  });

  test.each(UFS)(
    "an NF-e of $sigla whose issuer has no IE is at SVRS; other documents are not affected",
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
  ])("canBeSemIe of key %s is %s", (chave, may) => {
    expect(canBeSemIe(chave)).toBe(may);
  });

  test.each([
    ["a NFCom", "35", "62"],
    ["the Ambiente Nacional", "91", "55"],
    ["a code of no UF", "99", "57"],
    ["a name of Object.prototype", "35", "constructor"],
  ])("a consulta has no endpoint for %s", (_case, cUF, modelo) => {
    expect(
      findEndpoint({ cUF, modelo, tpEmis: "1", ambiente: "1", servico: "consultaProtocolo" }),
    ).toBeNull();
  });
});

describe("the endpoint of an evento or of the distribuição", () => {
  const at = (cUF: string, modelo: string, servico: SefazService, tpEmis = "1") =>
    findEndpoint({ cUF, modelo, tpEmis, ambiente: "1", servico })?.autorizador;

  test("the endpoint of a manifestação is the Ambiente Nacional, whatever the UF and the contingency", () => {
    expect(UFS.map(({ codigo }) => at(codigo, "55", "recepcaoEvento"))).toEqual(UFS.map(() => "AN"));
    expect(at("35", "55", "recepcaoEvento", "6")).toBe("AN");
  });

  test("the endpoint of an evento of the reform is SVRS, whatever the UF and the contingency", () => {
    expect(UFS.map(({ codigo }) => at(codigo, "55", "recepcaoEventoSvrs"))).toEqual(UFS.map(() => "SVRS"));
    expect(at("35", "55", "recepcaoEventoSvrs", "6")).toBe("SVRS");
    expect(at("35", "65", "recepcaoEventoSvrs")).toBeUndefined();
    expect(at("43", "57", "recepcaoEventoSvrs")).toBeUndefined();
  });

  test("the endpoint of a desacordo is the authorizer of the UF, also for a CT-e issued in contingency", () => {
    expect(["35", "26", "42"].map((cUF) => at(cUF, "57", "recepcaoEvento", "8"))).toEqual([
      "SP",
      "SVSP",
      "SVRS",
    ]);
    expect(at("31", "67", "recepcaoEvento")).toBe("MG");
  });

  test("an evento of an NFC-e or MDF-e has no endpoint", () => {
    expect(at("35", "65", "recepcaoEvento")).toBeUndefined();
    expect(at("35", "58", "recepcaoEvento")).toBeUndefined();
  });

  test("the endpoint of the distribuição is the Ambiente Nacional, for NF-e and CT-e", () => {
    expect(["55", "57", "67", "65", "58"].map((modelo) => at("35", modelo, "distribuicao"))).toEqual([
      "AN",
      "AN",
      "AN",
      undefined,
      undefined,
    ]);
  });
});

describe.skipIf(!existsSync(tsv))("the tables compared with ../shared/facts/sefaz-endpoints.tsv", () => {
  const facts = existsSync(tsv) ? readFacts(readFileSync(tsv, "utf8")) : [];

  test("the tables equal the tsv row by row, with the name and the operation of each service", () => {
    expect(rowsOfTable()).toEqual(rowsOfFacts(facts));
  });

  // 27 UFs × 5 modelos × 2 ambientes × 4 services, and each contingency: authorizer and URL equal
  // those of the tsv.
  test.each(UFS)(
    "the endpoints of $sigla equal the tsv for each modelo, ambiente, service and contingency",
    ({ codigo, sigla }) => {
      for (const [modelo, ambiente, servico, tpEmis] of combinations()) {
        const found = findEndpoint({ cUF: codigo, modelo, tpEmis, ambiente, servico });
        const expected = findFact(facts, { sigla, modelo, ambiente, servico, tpEmis });
        const label = `${modelo} ${ambiente} ${servico} ${tpEmis}`;
        expect(found?.url, label).toBe(expected?.url);
        expect(found && nameInTsv(modelo, found.autorizador), label).toBe(expected?.autorizador ?? null);
      }
    },
  );

  test("each UF with its own authorizer in the tsv has its own in the tables", () => {
    const own = facts.filter((fact) => isOurs(fact) && fact.modelo !== "58");
    for (const { modelo, autorizador } of own) {
      const uf = UFS.find(({ sigla }) => sigla === autorizador)?.sigla;
      if (uf) expect(AUTHORIZER_OF_UF[modelo][uf], `${modelo} ${uf}`).toBe(uf);
    }
  });
});

type Fact = {
  modelo: SefazModelo;
  autorizador: string;
  ambiente: Ambiente;
  nome: string;
  operacao: string;
  url: string;
};

type FactQuery = {
  sigla: string;
  modelo: SefazModelo;
  ambiente: Ambiente;
  servico: SefazService;
  tpEmis: string;
};

// Operations whose name in the tsv is not the one on the wire. The recorded WSDL of the Ambiente
// Nacional says nfeRecepcaoEventoNF; for CTeDistribuicaoDFe the tsv repeats the name of the
// service.
const OPERATION_IN_TSV: Record<string, string> = {
  nfeRecepcaoEventoNF: "nfeRecepcaoEvento",
  cteDistDFeInteresse: "CTeDistribuicaoDFe",
};

// Authorizers that the tsv names otherwise. The contingencies of CT-e use the addresses of SVRS and
// SVSP; SVRS of MDF-e is listed as RS.
const NAME_IN_TSV: Record<string, Record<string, string>> = {
  "55": { "SVC-AN": "SVCAN", "SVC-RS": "SVCRS" },
  "57": { "SVC-RS": "SVRS", "SVC-SP": "SVSP" },
  "67": { "SVC-RS": "SVRS", "SVC-SP": "SVSP" },
  "58": { SVRS: "RS" },
};

function nameInTsv(modelo: string, autorizador: string): string {
  return NAME_IN_TSV[modelo]?.[autorizador] ?? autorizador;
}

function readFacts(text: string): Fact[] {
  return text
    .split("\n")
    .slice(1)
    .filter(Boolean)
    .map((line) => {
      const [modelo = "", autorizador = "", env, , nome = "", operacao = "", , url = ""] = line.split("\t");
      const ambiente = env === "producao" ? "1" : "2";
      return { modelo: modelo as SefazModelo, autorizador, ambiente, nome, operacao, url };
    });
}

// The rows of services that this package uses; for eventos of NF-e, only those at the Ambiente
// Nacional and at SVRS.
function isOurs({ modelo, autorizador, nome }: Fact): boolean {
  const family = familyOfModelo(modelo);
  const servico = Object.entries(SERVICES[family]).find(([, own]) => own.name === nome)?.[0];
  if (!servico) return false;
  return (
    family !== "nfe" ||
    servico !== "recepcaoEvento" ||
    autorizador === "AN" ||
    (modelo === "55" && autorizador === "SVRS")
  );
}

function rowsOfFacts(facts: Fact[]): string[] {
  const lines = facts
    .filter(isOurs)
    .map(({ modelo, autorizador, ambiente, nome, operacao, url }) =>
      [modelo, autorizador, ambiente, nome, operacao, url].join(" "),
    );
  return [...new Set(lines)].sort();
}

function rowsOfTable(): string[] {
  const lines = Object.entries(ADDRESSES).flatMap(([modelo, autorizadores]) =>
    Object.entries(autorizadores).flatMap(([autorizador, byAmbiente]) =>
      ambientes.flatMap((ambiente) =>
        Object.entries(byAmbiente[ambiente]).map(([servico, url]) => {
          const { name: nome, operation: operacao } =
            SERVICES[familyOfModelo(modelo)][servico as SefazService] ?? {};
          const operationInTsv = OPERATION_IN_TSV[operacao ?? ""] ?? operacao;
          return [modelo, nameInTsv(modelo, autorizador), ambiente, nome, operationInTsv, url].join(" ");
        }),
      ),
    ),
  );
  return [...new Set(lines)].sort();
}

function combinations(): [SefazModelo, Ambiente, SefazService, string][] {
  const servicos = ["consultaProtocolo", "statusServico", "recepcaoEvento", "distribuicao"] as const;
  return modelos.flatMap((modelo) =>
    ambientes.flatMap((ambiente) =>
      servicos.flatMap((servico) =>
        ["1", ...CONTINGENCY[modelo].keys()].map((tpEmis): [SefazModelo, Ambiente, SefazService, string] => [
          modelo,
          ambiente,
          servico,
          tpEmis,
        ]),
      ),
    ),
  );
}

// The authorizers of each UF, copied from dfe.md §7 independently of the tables.
const OWN_AUTHORIZER: Record<string, string> = {
  "55": "AM BA GO MG MS MT PE PR RS SP",
  "65": "AM GO MG MS MT PR RS SP",
  "57": "MG MS MT PR RS SP",
  "67": "MG MS MT PR RS SP",
  "58": "",
};
const SHARED_AUTHORIZER: Record<string, Record<string, string>> = {
  "55": { MA: "SVAN" },
  "57": { AP: "SVSP", PE: "SVSP", RR: "SVSP" },
  "67": { AP: "SVSP", PE: "SVSP", RR: "SVSP" },
};
const SVC: Record<string, Record<string, string>> = {
  "55": { "6": "SVCAN", "7": "SVCRS" },
  "57": { "7": "SVRS", "8": "SVSP" },
  "67": { "7": "SVRS", "8": "SVSP" },
};

function findFact(facts: Fact[], { sigla, modelo, ambiente, servico, tpEmis }: FactQuery): Fact | undefined {
  const nome = SERVICES[familyOfModelo(modelo)][servico]?.name;
  const ofUf = OWN_AUTHORIZER[modelo]?.split(" ").includes(sigla)
    ? sigla
    : (SHARED_AUTHORIZER[modelo]?.[sigla] ?? (modelo === "58" ? "RS" : "SVRS"));
  const svc = SVC[modelo]?.[tpEmis] ?? ofUf;
  const authorizer = {
    distribuicao: "AN",
    recepcaoEvento: modelo === "55" ? "AN" : modelo === "65" ? "ninguém" : ofUf,
    recepcaoEventoSvrs: modelo === "55" ? "SVRS" : "ninguém",
    consultaProtocolo: svc,
    statusServico: svc,
  }[servico];
  return facts.find(
    (fact) =>
      fact.modelo === modelo &&
      fact.ambiente === ambiente &&
      fact.autorizador === authorizer &&
      fact.nome === nome,
  );
}
