import { formatDateTime } from "@malote/syntax";
import { Box, Button, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { notaQuery } from "../../../rpc/documents/detail-queries.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { deadlineTexts } from "../../../texts/nota/deadline.ts";
import { manifestacaoTexts as texts } from "../../../texts/nota/manifestacao.ts";
import { remainingDaysTexts } from "../../../texts/nota/remaining-days.ts";
import { IconLine } from "../../../ui/documento/DocContent.tsx";
import { RequestNotice } from "../../../ui/documento/RequestDialog.tsx";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { NotaLine } from "../flags/NotaLine.tsx";
import { deadlineStateOf } from "./deadline-state.ts";
import { ManifestacaoDialog } from "./ManifestacaoDialog.tsx";
import { lastManifestacaoOf, outcomeToastOf } from "./manifestacao-choice.ts";
import { sendManifestacao } from "./send-manifestacao.ts";

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
      <Box mt={6} mb={10}>
        <b>{texts.status[status]}</b>
        <p className="t-rotulo">{status === 0 ? texts.nenhuma : registeredTextOf(nota, timeZone)}</p>
      </Box>
      <DeadlineText nota={nota} timeZone={timeZone} />
      {lastRequest && <LastRequest lastRequest={lastRequest} timeZone={timeZone} />}
      {impedida !== null && !blocked && (
        <IconLine icon={<IconLock size={16} stroke={1.6} aria-hidden="true" />} c="dimmed">
          {impedida}
        </IconLine>
      )}
      {impedida === null && !blocked && (
        <Button variant="default" onClick={() => setDialogOpen(true)}>
          {status === 0 ? texts.escolher : texts.mudar}
        </Button>
      )}
      {dialogOpen && (
        <ManifestacaoDialog
          documento={<NotaLine nota={nota} />}
          prazos={nota.prazosManifestacao}
          atual={status}
          timeZone={timeZone}
          onSend={(request) => sendManifestacao(nota, request)}
          onSent={() => setDialogOpen(false)}
          onClose={() => setDialogOpen(false)}
        />
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
      <Box mb={10}>
        <b>{remainingDaysTexts.tacita}</b>
        <p className="t-dimmed">{deadlineTexts.tacitaDesde(formatDateTime(restante.desde, timeZone))}</p>
      </Box>
    );
  }
  const ate = formatDateTime(restante.ate, timeZone);
  const isNear = restante.kind === "corre" && restante.perto;
  return (
    <Text inherit mb={10} c={isNear ? "var(--warn-text)" : "dimmed"}>
      {restante.kind === "encerrado"
        ? deadlineTexts.encerrado(ate)
        : deadlineTexts.ate(ate, remainingDaysTexts.faltam(restante.dias))}
    </Text>
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

function LastRequest(props: {
  lastRequest: Nota["manifestacoes"][number];
  timeZone: string;
}): React.JSX.Element {
  const { status, estado, mensagem, quem, pedidaEm } = props.lastRequest;
  const text = texts.status[status];
  return (
    <RequestNotice
      estado={estado}
      titles={{
        pendente: texts.enviando(text),
        recusada: texts.recusada(text),
        falhou: texts.falhou(text),
      }}
      waiting={texts.enviandoTexto}
      message={mensagem}
      author={pedidaEm && texts.por(quem ?? texts.automatica, formatDateTime(pedidaEm, props.timeZone))}
    />
  );
}
