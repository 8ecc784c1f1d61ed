import { diaInZona } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router-dom";
import { Barra } from "../features/painel/Barra.tsx";
import { Detalhe } from "../features/painel/Detalhe.tsx";
import {
  ABAS,
  type Aba,
  abaHref,
  countDias,
  type Filtro,
  grupoOf,
  type Intervalo,
  rangeBefore,
  rangeOf,
  readAba,
  readFiltro,
  toPedido,
  writeFiltro,
} from "../features/painel/filtro.ts";
import { Graficos } from "../features/painel/Graficos.tsx";
import { Kpis } from "../features/painel/Kpis.tsx";
import { kpisOf } from "../features/painel/kpis.ts";
import { Precisa } from "../features/painel/Precisa.tsx";
import { usePendencias } from "../features/painel/precisa.ts";
import { Ufs } from "../features/painel/Ufs.tsx";
import { ORDENS } from "../features/painel/ufs.ts";
import { useAtual, useZona } from "../rpc/atual.ts";
import { empresasQuery } from "../rpc/empresas.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { detalheQuery, estatisticaQuery, ufsQuery } from "../rpc/painel.ts";
import { caixasQuery } from "../rpc/queries.ts";
import { painel as textos } from "../textos/painel.ts";
import { Falha } from "../ui/Falha.tsx";
import { LinkTabs } from "../ui/LinkTabs.tsx";
import { useTitulo } from "../ui/telas.ts";
import classes from "./PainelPage.module.css";

const PassosCartao = lazy(async () => ({
  default: (await import("../features/primeiros-passos/PassosCartao.tsx")).PassosCartao,
}));

/** What arrived, what needs attention, and the totals of a period. */
export function PainelPage(): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  const zona = useZona();
  const known = useAtual() !== undefined;
  const aba = readAba(params);
  const filtro = useEmpresaId(readFiltro(params));
  const hoje = diaInZona(new Date(), zona);
  const range = rangeOf(filtro.periodo, hoje);
  const parte = { params, filtro, range, known };
  useTitulo(textos.titulo);
  return (
    <div className={classes.pagina}>
      <h1 className={`${classes.titulo} t-pagina`}>{textos.titulo}</h1>
      <LinkTabs
        rotulo={textos.abas.rotulo}
        ativa={aba}
        abas={ABAS.map((chave) => ({
          chave,
          titulo: textos.abas[chave],
          to: abaHref(params, chave),
        }))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className={classes.corpo} tabIndex={0} aria-label={textos.abas[aba]}>
        <Barra
          filtro={filtro}
          onChange={(next) => setParams(writeFiltro(params, next))}
          hoje={hoje}
          zona={zona}
          grupo={grupoOf(countDias(range))}
          contadoEm={useContadoEm(aba, parte)}
        />
        {aba === "page1" && <Totais {...parte} />}
        {aba === "page2" && <PorUf {...parte} onParams={setParams} />}
        {aba === "page3" && <Detalhado {...parte} />}
      </section>
    </div>
  );
}

function useEmpresaId(filtro: Filtro): Filtro {
  const { data: empresas = [] } = useQuery({ ...empresasQuery, enabled: filtro.empresa !== "" });
  return { ...filtro, empresaId: empresas.find(({ cnpj }) => cnpj === filtro.empresa)?.id };
}

/** known: the signed-in user is loaded, and with it the time zone that determines today. */
type Parte = { params: URLSearchParams; filtro: Filtro; range: Intervalo; known: boolean };

/** When the figures on screen were loaded, as a timestamp in ms. */
function useContadoEm(aba: Aba, { filtro, range }: Parte): number {
  const pedido = toPedido(filtro, range);
  const totais = useQuery({ ...estatisticaQuery(pedido), enabled: false }).dataUpdatedAt;
  const ufs = useQuery({ ...ufsQuery(pedido), enabled: false }).dataUpdatedAt;
  const detalhe = useQuery({ ...detalheQuery(pedido), enabled: false }).dataUpdatedAt;
  return { page1: totais, page2: ufs, page3: detalhe }[aba];
}

function Totais({ filtro, range, known }: Parte): React.JSX.Element {
  const query = useQuery({ ...estatisticaQuery(toPedido(filtro, range)), enabled: known });
  const antes = useQuery({ ...estatisticaQuery(toPedido(filtro, rangeBefore(range))), enabled: known });
  const { data: caixas = [] } = useQuery(caixasQuery);
  const pendencias = usePendencias();
  if (query.isError && !query.data) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  const dados = query.data ?? null;
  const before = antes.isPlaceholderData ? undefined : antes.data;
  // Pending items come first: until they are loaded everything is a skeleton, so that nothing moves later.
  return (
    <div key={pendencias === undefined ? "esboco" : "inteiro"}>
      <div className={classes.passos}>
        <Suspense>{pendencias && <PassosCartao />}</Suspense>
      </div>
      {pendencias && <Precisa pendencias={pendencias} />}
      <Kpis
        kpis={dados && pendencias ? kpisOf(dados, before, { filtro, range }) : null}
        ocupado={query.isPlaceholderData}
      />
      <Graficos dados={pendencias ? dados : null} filtro={filtro} range={range} caixas={caixas.length} />
    </div>
  );
}

function PorUf(props: Parte & { onParams: (params: URLSearchParams) => void }): React.JSX.Element {
  const { params, filtro, range, known, onParams } = props;
  const query = useQuery({ ...ufsQuery(toPedido(filtro, range)), enabled: known });
  if (query.isError && !query.data) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  return (
    <Ufs
      linhas={query.data ?? null}
      filtro={filtro}
      range={range}
      ordem={ORDENS.find((ordem) => ordem === params.get("ordem")) ?? "quantidade"}
      onOrdem={(ordem) => {
        const next = new URLSearchParams(params);
        if (ordem === "quantidade") next.delete("ordem");
        else next.set("ordem", ordem);
        onParams(next);
      }}
      ocupado={query.isPlaceholderData}
    />
  );
}

function Detalhado({ filtro, range, known }: Parte): React.JSX.Element {
  const query = useQuery({ ...detalheQuery(toPedido(filtro, range)), enabled: known });
  if (query.isError && !query.data) {
    return <Falha falha={explainFalha(query.error)} onRetry={() => void query.refetch()} />;
  }
  return (
    <Detalhe
      key={`${range.de} ${range.ate} ${filtro.papel} ${filtro.empresa}`}
      linhas={query.data ?? null}
      filtro={filtro}
      range={range}
      grupo={grupoOf(countDias(range))}
      ocupado={query.isPlaceholderData}
    />
  );
}
