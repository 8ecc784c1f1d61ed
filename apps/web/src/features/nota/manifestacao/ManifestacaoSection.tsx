import { formatDateTime, formatReais } from "@malote/syntax";
import { Button, Loader } from "@mantine/core";
import { IconAlertTriangle, IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { notaQuery } from "../../../rpc/documents/detail-queries.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { deadlineTexts } from "../../../texts/nota/deadline.ts";
import { manifestacaoTexts as texts } from "../../../texts/nota/manifestacao.ts";
import { remainingDaysTexts } from "../../../texts/nota/remaining-days.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { notaNameOf } from "../flags/flag-state.ts";
import { deadlineStateOf } from "./deadline-state.ts";
import classes from "./ManifestacaoSection.module.css";
import { lastManifestacaoOf, outcomeToastOf } from "./manifestacao-choice.ts";
import { sendManifestacao } from "./send-manifestacao.ts";

const ManifestacaoDialog = lazy(async () => ({
  default: (await import("./ManifestacaoDialog.tsx")).ManifestacaoDialog,
}));

const SENDING_POLL_MS = 2_000;

/**
 * The registered manifestação of a received NF-e, its deadline, the pending or failed request, and
 * the button to send one.
 */
export function ManifestacaoSection({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const [dialogOpen, setDialogOpen] = useState(false);
  const lastRequest = lastManifestacaoOf(nota);
  // Poll the document while a manifestação is pending, until SEFAZ has answered.
  useQuery({
    ...notaQuery(nota.id),
    refetchInterval: lastRequest?.estado === "pendente" ? SENDING_POLL_MS : false,
  });
  const { manifestacao: status, manifestacaoImpedida: impedida } = nota;
  // A pending ciência does not block: a conclusive manifestação may be sent at the same time.
  const blocked = lastRequest?.estado === "pendente" && lastRequest.status !== 4;
  useOutcomeToast(nota);
  return (
    <section aria-label={texts.titulo}>
      <h2 className="t-secao">{texts.titulo}</h2>
      <p className={classes.atual}>
        <b>{texts.status[status]}</b>
        <span>{status === 0 ? texts.nenhuma : registeredTextOf(nota, timeZone)}</span>
      </p>
      <DeadlineText nota={nota} timeZone={timeZone} />
      {lastRequest && <LastRequest lastRequest={lastRequest} timeZone={timeZone} />}
      {impedida !== null && !blocked && (
        <p className={classes.impedida}>
          <IconLock size={16} stroke={1.6} aria-hidden="true" />
          {impedida}
        </p>
      )}
      {impedida === null && !blocked && (
        <Button variant="default" onClick={() => setDialogOpen(true)}>
          {status === 0 ? texts.escolher : texts.mudar}
        </Button>
      )}
      {dialogOpen && (
        <Suspense>
          <ManifestacaoDialog
            documento={
              <>
                <b>{notaNameOf(nota)}</b> · {nota.nomeEmitente} ·{" "}
                <span className="num">{formatReais(nota.valorTotal)}</span>
              </>
            }
            prazos={nota.prazosManifestacao}
            atual={status}
            timeZone={timeZone}
            onSend={async (request) => {
              const refused = await sendManifestacao(nota, request);
              return refused;
            }}
            onSent={() => setDialogOpen(false)}
            onClose={() => setDialogOpen(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/**
 * Deadline of a conclusive manifestação; after it, the tacit confirmation or that it is too late.
 */
function DeadlineText({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element | null {
  const restante = deadlineStateOf(nota, new Date());
  if (restante === null) return null;
  if (restante.kind === "tacita") {
    return (
      <p className={classes.prazo}>
        <b>{remainingDaysTexts.tacita}</b>
        <span>{deadlineTexts.tacitaDesde(formatDateTime(restante.desde, timeZone))}</span>
      </p>
    );
  }
  const ate = formatDateTime(restante.ate, timeZone);
  if (restante.kind === "encerrado") return <p className={classes.prazo}>{deadlineTexts.encerrado(ate)}</p>;
  return (
    <p className={classes.prazo} data-perto={restante.perto || undefined}>
      {deadlineTexts.ate(ate, remainingDaysTexts.faltam(restante.dias))}
    </p>
  );
}

/** Shows how a pending manifestação ended while its page was open: registered, refused, or failed. */
function useOutcomeToast({ manifestacoes }: Nota): void {
  const [last] = manifestacoes;
  const waiting = useRef<string | null>(null);
  useEffect(() => {
    if (last?.estado === "pendente") waiting.current = last.id;
    const outcome = outcomeToastOf(waiting.current, last ? [last] : []);
    if (outcome === null) return;
    waiting.current = null;
    if ("feita" in outcome) showToast(outcome.feita);
    else showFailureToast(outcome.falha);
  }, [last]);
}

/** When the current manifestação was registered; "" if it was not requested through Malote. */
function registeredTextOf({ manifestacoes, manifestacao }: Nota, timeZone: string): string {
  const done = manifestacoes.find(({ estado, status }) => estado === "registrada" && status === manifestacao);
  return done?.registradaEm ? texts.desde(formatDateTime(done.registradaEm, timeZone)) : "";
}

/** The pending request, or why the last one was refused or failed. */
function LastRequest({
  lastRequest,
  timeZone,
}: {
  lastRequest: Nota["manifestacoes"][number];
  timeZone: string;
}): React.JSX.Element {
  const text = texts.status[lastRequest.status];
  if (lastRequest.estado === "pendente") {
    return (
      <p className={classes.enviando} role="status">
        <Loader size={14} color="var(--accent)" aria-hidden="true" />
        <span>
          <b>{texts.enviando(text)}</b>
          <span>{texts.enviandoTexto}</span>
        </span>
      </p>
    );
  }
  const quem = lastRequest.quem ?? texts.automatica;
  return (
    <div className={classes.falhou} role="alert">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      <p>
        <b>{lastRequest.estado === "recusada" ? texts.recusada(text) : texts.falhou(text)}</b>
        {lastRequest.mensagem && <span>{lastRequest.mensagem}</span>}
        <small>
          {lastRequest.pedidaEm && texts.por(quem, formatDateTime(lastRequest.pedidaEm, timeZone))}
        </small>
      </p>
    </div>
  );
}
