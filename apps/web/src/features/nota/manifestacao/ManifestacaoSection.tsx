import { formatDateTime } from "@malote/syntax";
import { Box, Button, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { serverNow } from "../../../network/clock.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { deadlineTexts } from "../../../texts/nota/deadline.ts";
import { manifestacaoTexts as texts } from "../../../texts/nota/manifestacao.ts";
import { remainingDaysTexts } from "../../../texts/nota/remaining-days.ts";
import { IconLine } from "../../../ui/documento/DocContent.tsx";
import { RequestNotice } from "../../../ui/documento/RequestDialog.tsx";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { useLastRequest } from "../evento/use-last-request.ts";
import { NotaLine } from "../flags/NotaLine.tsx";
import { deadlineStateOf } from "./deadline-state.ts";
import { ManifestacaoDialog } from "./ManifestacaoDialog.tsx";
import { lastManifestacaoOf, outcomeToastOf } from "./manifestacao-choice.ts";
import { sendManifestacao } from "./send-manifestacao.ts";

/**
 * The registered manifestação of a received NF-e, its deadline, the pending or failed request, and
 * the button to send one.
 */
export function ManifestacaoSection({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const [dialogOpen, setDialogOpen] = useState(false);
  const { manifestacao: status, manifestacaoImpedida: impedida } = nota;
  const last = lastManifestacaoOf(nota);
  const name = last ? texts.status[last.status] : "";
  useLastRequest(nota.id, nota.manifestacoes[0], showOutcome);
  // A pending ciência does not block: a conclusive manifestação may be sent at the same time.
  const blocked = last?.estado === "pendente" && last.status !== 4;
  return (
    <section aria-label={texts.titulo}>
      <h2 className="t-secao">{texts.titulo}</h2>
      <Box mt={6} mb={10}>
        <b>{texts.status[status]}</b>
        <p className="t-rotulo">{status === 0 ? texts.nenhuma : registeredTextOf(nota, timeZone)}</p>
      </Box>
      <DeadlineText nota={nota} timeZone={timeZone} />
      {last && (
        <RequestNotice
          estado={last.estado}
          titles={{
            pendente: texts.enviando(name),
            recusada: texts.recusada(name),
            falhou: texts.falhou(name),
          }}
          waiting={texts.enviandoTexto}
          message={last.mensagem}
          author={
            last.pedidaEm && texts.por(last.quem ?? texts.automatica, formatDateTime(last.pedidaEm, timeZone))
          }
        />
      )}
      {impedida !== null && !blocked && (
        <IconLine icon={IconLock} c="dimmed">
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
  const restante = deadlineStateOf(nota, serverNow());
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

/** Says how a manifestação that was pending while the page was open ended: registered, refused, or failed. */
function showOutcome(last: Nota["manifestacoes"][number]): void {
  const outcome = outcomeToastOf(last.id, [last]);
  if (outcome === null) return;
  if ("feita" in outcome) showToast(outcome.feita);
  else showFailureToast(outcome.falha);
}

/** When the current manifestação was registered; "" if it was not requested through Malote. */
function registeredTextOf({ manifestacoes, manifestacao }: Nota, timeZone: string): string {
  const done = manifestacoes.find(({ estado, status }) => estado === "registrada" && status === manifestacao);
  return done?.registradaEm ? texts.desde(formatDateTime(done.registradaEm, timeZone)) : "";
}
