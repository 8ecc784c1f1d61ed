import { describe, expect, test } from "vitest";
import { chipsOf, emptyFilterOf } from "../../ui/filter/filter-design.ts";
import { defaultFilterOf, readList, searchFilterOf, writeList } from "../../ui/filter/list-design.ts";
import { AUDITOR_LIST, isBroad, type ListFilter, type ListTab } from "./auditor-filter.ts";

const EMPTY_FILTER = emptyFilterOf(AUDITOR_LIST);
const DEFAULT_FILTER = defaultFilterOf(AUDITOR_LIST, "todos");
const readFilter = (params: URLSearchParams): ListFilter => readList(AUDITOR_LIST, params).filter;
const toSearchFilter = (filter: ListFilter, tab: ListTab, today: string) =>
  searchFilterOf(AUDITOR_LIST, { filter, tab }, today);
const EMPRESA = "01900000-0000-7000-8000-000000000001";
const params = (text: string): URLSearchParams => new URLSearchParams(text);

describe("the auditor's list filter in the URL", () => {
  test("an empty URL shows the events of the last 90 days", () => {
    expect(readFilter(params(""))).toEqual(DEFAULT_FILTER);
    expect(toSearchFilter(DEFAULT_FILTER, "todos", "2026-11-20")).toEqual({ eventoDe: "2026-08-23" });
  });

  test("a filter written to the URL is read back unchanged", () => {
    const filter = {
      evento: "2026-11-01..",
      tipos: ["NFe", "Cancelamento"],
      status: [1, 3],
      empresa: EMPRESA,
      texto: "serra",
      chave: "3126",
      emitente: "12ABC34501DE35",
      nomeEmitente: "serra do mar",
    } as const;
    const written = writeList(AUDITOR_LIST, params("tab=faltando&page=3"), { filter });
    expect(written.get("page")).toBeNull();
    expect(readFilter(written)).toEqual(filter);
    expect(readList(AUDITOR_LIST, written).tab).toBe("faltando");
    expect(toSearchFilter(filter, "faltando", "2026-11-20")).toEqual({
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

  test("invalid values in the URL are ignored", () => {
    expect(readFilter(params("tipo=Nada&status=9&empresa=x&evento=ontem"))).toEqual(DEFAULT_FILTER);
    expect(toSearchFilter(EMPTY_FILTER, "todos", "2026-11-20")).toEqual({});
  });
});

test("each filter chip holds the filter without its own field, and shows a company by name", () => {
  const filter = { ...DEFAULT_FILTER, empresa: EMPRESA };
  const [evento, empresa] = chipsOf(AUDITOR_LIST, filter, () => "Mercado Ipê");
  expect([evento?.value, empresa?.value]).toEqual(["últimos 90 dias", "Mercado Ipê"]);
  expect(evento?.without.evento).toBe("tudo");
  expect(empresa?.without.empresa).toBe("");
});

test("a filter is broad only if nothing but period and status restricts it", () => {
  expect(isBroad({ ...DEFAULT_FILTER, status: [1] })).toBe(true);
  expect(isBroad({ ...DEFAULT_FILTER, emitente: "12ABC34501DE35" })).toBe(false);
});
