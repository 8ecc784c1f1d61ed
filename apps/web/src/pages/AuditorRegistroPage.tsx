import { diaInZona, formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { AuditorEsqueleto } from "../features/auditor/AuditorEsqueleto.tsx";
import { readAba, readFiltro, readOrdem, toSearchFilter } from "../features/auditor/filtro.ts";
import { RegistroFatos, RegistroLigacoes } from "../features/auditor/Registro.tsx";
import { nomeOf } from "../features/auditor/situacao.ts";
import { useZona } from "../rpc/atual.ts";
import { type Auditor, auditoresQuery, auditorQuery } from "../rpc/auditor.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { type Partida, type Passo, readPartida, usePercurso } from "../rpc/percurso.ts";
import { auditor as textos } from "../textos/auditor.ts";
import { geral } from "../textos/geral.ts";
import { useAtalhos } from "../ui/atalhos.ts";
import { clickCaminho, DocBar, DocPage, DocPanes, Passos, type Vizinho } from "../ui/DocPage.tsx";
import { Falha } from "../ui/Falha.tsx";
import { rememberLinha } from "../ui/percorrer.ts";
import { useIsPhone, useTitulo } from "../ui/telas.ts";
import classes from "./AuditorRegistroPage.module.css";

const { detalhe: t } = textos;

/** One record that SEFAZ reported. */
export function AuditorRegistroPage(): React.JSX.Element {
  const { auditorId = "" } = useParams();
  const { data, error, refetch } = useQuery(auditorQuery(auditorId));
  useTitulo(data ? textos.tipos[data.tipo] : t.naoExiste);
  useAtalhos({
    j: () => clickCaminho("proximo"),
    k: () => clickCaminho("anterior"),
    "]": () => clickCaminho("proximo"),
    "[": () => clickCaminho("anterior"),
    Escape: () => clickCaminho("voltar"),
  });
  if (data) return <Registro key={data.id} registro={data} />;
  return (
    <>
      <h1 className="vh">{t.naoExiste}</h1>
      {error ? (
        <Falha
          falha={explainFalha(error)}
          onRetry={() => void refetch()}
          saida={{ rotulo: t.voltar, to: "/auditor" }}
        />
      ) : (
        <AuditorEsqueleto rotulo={geral.carregando} />
      )}
    </>
  );
}

function Registro({ registro }: { registro: Auditor }): React.JSX.Element {
  const zona = useZona();
  const partida = readPartida(useLocation().state);
  useEffect(() => rememberLinha(registro.id, partida), [registro.id, partida]);
  const phone = useIsPhone();
  const isEvento = registro.tipo === "Evento" || registro.tipo === "Cancelamento";
  const titulo = isEvento ? `${textos.tipos[registro.tipo]}, ${nomeOf(registro)}` : nomeOf(registro);
  // On a phone the actions come first, the facts below.
  const fatos = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.painel} tabIndex={0} aria-label={titulo}>
      <RegistroFatos registro={registro} zona={zona} />
    </section>
  );
  const ligacoes = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.painel} tabIndex={0} aria-label={t.ligacoes}>
      <RegistroLigacoes registro={registro} zona={zona} />
    </section>
  );
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: t.voltar, to: partida?.lista ?? "/auditor" }}
        titulo={<h1 className="t-pagina">{titulo}</h1>}
        caminho={partida && <Caminho registro={registro} partida={partida} zona={zona} />}
        acoes={null}
      />
      <DocPanes meio esquerda={phone ? ligacoes : fatos} direita={phone ? fatos : ligacoes} />
    </DocPage>
  );
}

/** Previous and next record of the list from which this one was opened. */
function Caminho(props: { registro: Auditor; partida: Partida; zona: string }): React.JSX.Element | null {
  const { registro, partida, zona } = props;
  const params = new URL(partida.lista, window.location.origin).searchParams;
  const pedido = {
    searchFilter: toSearchFilter(readFiltro(params), readAba(params), diaInZona(new Date(), zona)),
    listSearchOrder: readOrdem(params),
  };
  const percurso = usePercurso(registro.id, partida, (pagina) =>
    auditoresQuery({ ...pedido, currentPage: pagina }),
  );
  if (!percurso) return null;
  const vizinho = (passo: Passo | null, rotulo: string): Vizinho =>
    passo && { rotulo, to: `/auditor/${passo.id}`, state: { lista: partida.lista, pos: passo.pos } };
  return (
    <Passos
      anterior={vizinho(percurso.anterior, t.anterior)}
      proximo={vizinho(percurso.proximo, t.proximo)}
      rotulos={[t.anterior, t.proximo]}
      posicao={t.posicao(formatInteiro(percurso.pos + 1), formatInteiro(percurso.total))}
    />
  );
}
