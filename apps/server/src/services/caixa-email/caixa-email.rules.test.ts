import { describe, expect, test } from "vitest";
import {
  type CaixaConnection,
  chooseSecret,
  compareCaixas,
  connectionOf,
  describeChange,
  isOtherConnection,
  isSameConnection,
  isSameGeneration,
} from "./caixa-email.rules.ts";

test("mailboxes are sorted by description without regard to accents and case", () => {
  const caixas = ["zeta", "Água", "beta", "Alfa"].map((descricao, n) =>
    makeCaixa({ descricao, id: String(n) }),
  );
  const twin = makeCaixa({ descricao: "alfa", id: "9" });
  const descriptions = [twin, ...caixas].toSorted(compareCaixas("descricao")).map((caixa) => caixa.descricao);
  expect(descriptions).toEqual(["Água", "Alfa", "alfa", "beta", "zeta"]);
});

test.each([
  ["tipo", ["3", "1", "2"]],
  ["servidor", ["2", "3", "1"]],
] as const)("mailboxes are sorted by %s, and equal ones by description", (order, ids) => {
  const caixas = [
    makeCaixa({ id: "1", descricao: "b", tipo: "spop3", servidor: "z.test" }),
    makeCaixa({ id: "2", descricao: "c", tipo: "spop3", servidor: "A.test" }),
    makeCaixa({ id: "3", descricao: "d", tipo: "imaps", servidor: "a.test" }),
  ];
  expect(caixas.toSorted(compareCaixas(order)).map((caixa) => caixa.id)).toEqual(ids);
});

function makeCaixa(o: { id: string; descricao: string; tipo?: "spop3" | "imaps"; servidor?: string }) {
  return { tipo: "spop3" as const, servidor: "s.test", ...o };
}

const typed = { tipo: "imaps", servidor: " imap.exemplo.test ", usuario: " ana ", descricao: "x" } as const;
const stored: CaixaConnection = connectionOf(typed, "caixa");

describe("a mailbox connection as a user typed it", () => {
  test("a typed connection is trimmed, and the folder INBOX is stored as null", () => {
    expect(connectionOf({ ...typed, pasta: " inbox " }, "caixa")).toEqual({
      ...{ tipo: "imaps", servidor: "imap.exemplo.test", porta: null, usuario: "ana" },
      ...{ autenticacao: "senha", oauth: null, pasta: null, certificadoFixado: null },
    });
  });

  test("a typed connection has no folder with POP3, and no pinned certificate without TLS", () => {
    const certificadoFixado = "AA:".repeat(31).concat("AA");
    expect(connectionOf({ ...typed, tipo: "spop3", pasta: "N", certificadoFixado }, "caixa")).toMatchObject({
      pasta: null,
      certificadoFixado,
    });
    expect(connectionOf({ ...typed, tipo: "imap", pasta: "N", certificadoFixado }, "caixa")).toMatchObject({
      pasta: "N",
      certificadoFixado: null,
    });
  });
});

test.each([
  ["nothing changed", {}, true, true],
  ["another case of the server", { servidor: "IMAP.exemplo.test" }, true, true],
  ["another folder", { pasta: "N" }, true, false],
  ["another server", { servidor: "x.test" }, false, false],
  ["another user", { usuario: "bia" }, false, false],
  ["another port", { porta: 1993 }, false, true],
  ["less protection", { tipo: "imap" }, false, true],
  ["another protocol", { tipo: "spop3" }, false, false],
  ["a certificate newly pinned", { certificadoFixado: "AA" }, false, true],
] as [string, Partial<CaixaConnection>, boolean, boolean][])(
  "change of a mailbox with %s: the stored secret is valid: %s; the known uids are valid: %s",
  (_name, change, secret, ids) => {
    const other = { ...stored, ...change };
    expect([isSameConnection(stored, other), isSameGeneration(stored, other)]).toEqual([secret, ids]);
  },
);

test.each([
  ["nothing changed", {}, false],
  ["another case of the server", { servidor: "IMAP.exemplo.test" }, false],
  ["another folder", { pasta: "N" }, true],
  ["another port", { porta: 1993 }, true],
  ["a certificate newly pinned", { certificadoFixado: "AA" }, true],
] as [string, Partial<CaixaConnection>, boolean][])(
  "change of a mailbox with %s: polled as a new connection: %s",
  (_name, change, isOther) => {
    const other = { ...stored, ...change };
    expect([isOtherConnection(stored, other), isOtherConnection(other, stored)]).toEqual([isOther, isOther]);
  },
);

test("removing a pinned certificate requires no new secret", () => {
  expect(isSameConnection({ ...stored, certificadoFixado: "AA" }, stored)).toBe(true);
});

test("a stored secret is never used for another kind of sign-in", () => {
  const oauth = { provedor: "", tokenUrl: "", clientId: "", escopo: "" };
  const token = { kind: "oauth2", clientSecret: "s", refreshToken: null } as const;
  const senha = { kind: "senha", senha: "p" } as const;
  expect(chooseSecret(typed, token)).toBeNull();
  expect(chooseSecret({ ...typed, autenticacao: "oauth2", oauth }, senha)).toBeNull();
  expect(chooseSecret(typed, senha)).toEqual(senha);
  expect(chooseSecret({ ...typed, autenticacao: "oauth2", oauth }, token)).toEqual(token);
});

test("the registro describes the changed fields, and a changed secret without its value", () => {
  const before = { ...stored, descricao: "Notas", apagarAposDias: null };
  const changed = { ...before, porta: 1993, apagarAposDias: 30 };
  expect(describeChange(before, { ...changed, isNewSecret: true })).toBe(
    "porta: — → 1993; apagar após dias: — → 30; senha trocada",
  );
  expect(describeChange(before, { ...before, isNewSecret: false })).toBe("nada mudou");
});
