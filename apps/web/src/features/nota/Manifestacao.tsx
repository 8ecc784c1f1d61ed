import { formatDataHora, formatReais } from "@malote/syntax";
import { Button, Loader } from "@mantine/core";
import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { notaQuery } from "../../rpc/detalhe.ts";
import type { Nota } from "../../rpc/queries.ts";
import { manifestacao as textos } from "../../textos/manifestacao.ts";
import { prazo } from "../../textos/prazo.ts";
import { silencio } from "../../textos/silencio.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import classes from "./Manifestacao.module.css";
import { fimOf, ultimaOf } from "./manifestacao.ts";
import { manifestar } from "./manifestar.ts";
import { nomeOf } from "./marcas.ts";
import { restanteOf } from "./restante.ts";

const ManifestarDialogo = lazy(async () => ({
  default: (await import("./ManifestarDialogo.tsx")).ManifestarDialogo,
}));

const ENVIO_POLL_MS = 2_000;

/**
 * The registered manifestação of a received NF-e, its deadline, the pending or failed request, and
 * the button to send one.
 */
export function Manifestacao({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const [asking, setAsking] = useState(false);
  const ultima = ultimaOf(nota);
  // Poll the document while a manifestação is pending, until SEFAZ has answered.
  useQuery({ ...notaQuery(nota.id), refetchInterval: ultima?.estado === "pendente" ? ENVIO_POLL_MS : false });
  const { manifestacao: status, manifestacaoImpedida: impedida } = nota;
  // A pending ciência does not block: a conclusive manifestação may be sent at the same time.
  const holds = ultima?.estado === "pendente" && ultima.status !== 4;
  useFim(nota);
  return (
    <section aria-label={textos.titulo}>
      <h2 className="t-secao">{textos.titulo}</h2>
      <p className={classes.atual}>
        <b>{textos.status[status]}</b>
        <span>{status === 0 ? textos.nenhuma : registradaOf(nota, zona)}</span>
      </p>
      <Prazo nota={nota} zona={zona} />
      {ultima && <Ultima ultima={ultima} zona={zona} />}
      {impedida !== null && !holds && (
        <p className={classes.impedida}>
          <IconLock size={16} stroke={1.6} aria-hidden="true" />
          {impedida}
        </p>
      )}
      {impedida === null && !holds && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {status === 0 ? textos.escolher : textos.mudar}
        </Button>
      )}
      {asking && (
        <Suspense>
          <ManifestarDialogo
            documento={
              <>
                <b>{nomeOf(nota)}</b> · {nota.nomeEmitente} ·{" "}
                <span className="num">{formatReais(nota.valorTotal)}</span>
              </>
            }
            prazos={nota.prazosManifestacao}
            atual={status}
            zona={zona}
            onEnviar={async (pedido) => {
              const refused = await manifestar(nota, pedido);
              return refused;
            }}
            onFeito={() => setAsking(false)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/**
 * Deadline of a conclusive manifestação; after it, the tacit confirmation or that it is too late.
 */
function Prazo({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element | null {
  const restante = restanteOf(nota, new Date());
  if (restante === null) return null;
  if (restante.kind === "tacita") {
    return (
      <p className={classes.prazo}>
        <b>{silencio.tacita}</b>
        <span>{prazo.tacitaDesde(formatDataHora(restante.desde, zona))}</span>
      </p>
    );
  }
  const ate = formatDataHora(restante.ate, zona);
  if (restante.kind === "encerrado") return <p className={classes.prazo}>{prazo.encerrado(ate)}</p>;
  return (
    <p className={classes.prazo} data-perto={restante.perto || undefined}>
      {prazo.ate(ate, silencio.faltam(restante.dias))}
    </p>
  );
}

/** Shows how a pending manifestação ended while its page was open: registered, refused, or failed. */
function useFim({ manifestacoes }: Nota): void {
  const [last] = manifestacoes;
  const waiting = useRef<string | null>(null);
  useEffect(() => {
    if (last?.estado === "pendente") waiting.current = last.id;
    const fim = fimOf(waiting.current, last ? [last] : []);
    if (fim === null) return;
    waiting.current = null;
    if ("feita" in fim) avisar(fim.feita);
    else avisarFalha(fim.falha);
  }, [last]);
}

/** When the current manifestação was registered; "" if it was not requested through Malote. */
function registradaOf({ manifestacoes, manifestacao }: Nota, zona: string): string {
  const done = manifestacoes.find(({ estado, status }) => estado === "registrada" && status === manifestacao);
  return done?.registradaEm ? textos.desde(formatDataHora(done.registradaEm, zona)) : "";
}

/** The pending request, or why the last one was refused or failed. */
function Ultima({
  ultima,
  zona,
}: {
  ultima: Nota["manifestacoes"][number];
  zona: string;
}): React.JSX.Element {
  const palavra = textos.status[ultima.status];
  if (ultima.estado === "pendente") {
    return (
      <p className={classes.enviando} role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        <span>
          <b>{textos.enviando(palavra)}</b>
          <span>{textos.enviandoTexto}</span>
        </span>
      </p>
    );
  }
  const quem = ultima.quem ?? textos.automatica;
  return (
    <div className={classes.falhou} role="alert">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      <p>
        <b>{ultima.estado === "recusada" ? textos.recusada(palavra) : textos.falhou(palavra)}</b>
        {ultima.mensagem && <span>{ultima.mensagem}</span>}
        <small>{ultima.pedidaEm && textos.por(quem, formatDataHora(ultima.pedidaEm, zona))}</small>
      </p>
    </div>
  );
}
