import { describe, expect, test } from "vitest";
import { fichasOf, INICIAL, LIVRE, readAba, readFiltro, toSearchFilter, writeFiltro } from "./filtro.ts";

const EMPRESA = "01900000-0000-7000-8000-000000000001";
const params = (text: string): URLSearchParams => new URLSearchParams(text);

describe("the address of the auditor's list", () => {
  test("opens on the last 90 days of the events", () => {
    expect(readFiltro(params(""))).toEqual(INICIAL);
    expect(toSearchFilter(INICIAL, "todos", "2026-11-20")).toEqual({ eventoDe: "2026-08-22" });
  });

  test("holds a filter and gives it back", () => {
    const filtro = {
      evento: "7d",
      tipo: "Cancelamento",
      status: 3,
      empresa: EMPRESA,
      texto: "serra",
    } as const;
    const written = writeFiltro(params("tab=faltando&page=3"), filtro);
    expect(written.get("page")).toBeNull();
    expect(readFiltro(written)).toEqual(filtro);
    expect(readAba(written)).toBe("faltando");
    expect(toSearchFilter(filtro, "faltando", "2026-11-20")).toEqual({
      eventoDe: "2026-11-13",
      tipos: ["Cancelamento"],
      status: [3],
      empresaId: EMPRESA,
      texto: "serra",
      faltandoXml: true,
    });
  });

  test("takes no nonsense for a filter", () => {
    expect(readFiltro(params("tipo=Nada&status=9&empresa=x&evento=ontem"))).toEqual(INICIAL);
    expect(toSearchFilter(LIVRE, "todos", "2026-11-20")).toEqual({});
  });
});

test("each chip takes its own filter away, and a company is called by its name", () => {
  const filtro = { ...INICIAL, empresa: EMPRESA };
  const [evento, empresa] = fichasOf(filtro, () => "Mercado Ipê");
  expect([evento?.valor, empresa?.valor]).toEqual(["últimos 90 dias", "Mercado Ipê"]);
  expect(evento?.sem.evento).toBe("tudo");
  expect(empresa?.sem.empresa).toBe("");
});
