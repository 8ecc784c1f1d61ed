import { describe, expect, test } from "vitest";
import {
  fichasOf,
  INICIAL,
  isAmplo,
  LIVRE,
  readAba,
  readFiltro,
  toSearchFilter,
  writeFiltro,
} from "./filtro.ts";

const EMPRESA = "01900000-0000-7000-8000-000000000001";
const params = (text: string): URLSearchParams => new URLSearchParams(text);

describe("the URL of the auditor's list", () => {
  test("defaults to events of the last 90 days", () => {
    expect(readFiltro(params(""))).toEqual(INICIAL);
    expect(toSearchFilter(INICIAL, "todos", "2026-11-20")).toEqual({ eventoDe: "2026-08-23" });
  });

  test("reads a filter back as it was written", () => {
    const filtro = {
      evento: "2026-11-01..",
      tipos: ["NFe", "Cancelamento"],
      status: [1, 3],
      empresa: EMPRESA,
      texto: "serra",
      chave: "3126",
      emitente: "12ABC34501DE35",
      nomeEmitente: "serra do mar",
    } as const;
    const written = writeFiltro(params("tab=faltando&page=3"), filtro);
    expect(written.get("page")).toBeNull();
    expect(readFiltro(written)).toEqual(filtro);
    expect(readAba(written)).toBe("faltando");
    expect(toSearchFilter(filtro, "faltando", "2026-11-20")).toEqual({
      eventoDe: "2026-11-01",
      tipos: ["NFe", "Cancelamento"],
      status: [1, 3],
      empresaId: EMPRESA,
      texto: "serra",
      chaveAcesso: "3126",
      cnpjEmitente: "12ABC34501DE35",
      nomeEmitente: "serra do mar",
      faltandoXml: true,
    });
  });

  test("ignores invalid values", () => {
    expect(readFiltro(params("tipo=Nada&status=9&empresa=x&evento=ontem"))).toEqual(INICIAL);
    expect(toSearchFilter(LIVRE, "todos", "2026-11-20")).toEqual({});
  });
});

test("each chip holds the filter without its own field, and shows a company by name", () => {
  const filtro = { ...INICIAL, empresa: EMPRESA };
  const [evento, empresa] = fichasOf(filtro, () => "Mercado Ipê");
  expect([evento?.valor, empresa?.valor]).toEqual(["últimos 90 dias", "Mercado Ipê"]);
  expect(evento?.sem.evento).toBe("tudo");
  expect(empresa?.sem.empresa).toBe("");
});

test("a filter is broad only if nothing but period and status restricts it", () => {
  expect(isAmplo({ ...INICIAL, status: [1] })).toBe(true);
  expect(isAmplo({ ...INICIAL, emitente: "12ABC34501DE35" })).toBe(false);
});
