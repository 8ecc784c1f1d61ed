import { MODELOS } from "@malote/syntax";
import { Group, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { RequestCertificadoLink } from "../../features/empresa/certificado/RequestCertificadoLink.tsx";
import { useConsulta } from "../../features/nota/consulta/use-consulta.ts";
import { Facts, PhoneFacts } from "../../features/nota/detail/Facts.tsx";
import { ListNavigation } from "../../features/nota/detail/ListNavigation.tsx";
import { NotaActions } from "../../features/nota/detail/NotaActions.tsx";
import { NotaSkeleton } from "../../features/nota/detail/NotaSkeleton.tsx";
import { StepTrail } from "../../features/nota/detail/StepTrail.tsx";
import { EventosSection } from "../../features/nota/evento/EventosSection.tsx";
import { EvidenceSection } from "../../features/nota/evidence/EvidenceSection.tsx";
import { FlagList } from "../../features/nota/flags/FlagList.tsx";
import { flagCommandsOf } from "../../features/nota/flags/flag-commands.ts";
import { notaNameOf } from "../../features/nota/flags/flag-state.ts";
import { useFlags } from "../../features/nota/flags/use-flags.ts";
import { ManifestacaoSection } from "../../features/nota/manifestacao/ManifestacaoSection.tsx";
import { PrintedNota } from "../../features/nota/sheet/PrintedNota.tsx";
import { StatusCard } from "../../features/nota/status/StatusCard.tsx";
import { NotaTabs } from "../../features/nota/tabs/NotaTabs.tsx";
import { useNotaTab } from "../../features/nota/tabs/use-nota-tab.ts";
import { useRememberDocument } from "../../features/search/recent-documents.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { notaQuery } from "../../rpc/documents/detail-queries.ts";
import { readListStart } from "../../rpc/documents/list-position.ts";
import type { Nota } from "../../rpc/documents/queries.ts";
import { paperQuery } from "../../rpc/files/paper-query.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { notaTexts as texts } from "../../texts/nota/nota.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { formatDocumentNumber } from "../../ui/format/numbers.ts";
import { DocBar, DocPage, DocPane, DocPanes, useDocShortcuts } from "../../ui/layout/DocPage.tsx";
import { useFirstShown, useIsPhone, usePageTitle } from "../../ui/layout/page-hooks.ts";
import { rememberOpenRow } from "../../ui/list/row-focus.ts";
import { TypeTag } from "../../ui/list/TypeTag.tsx";
import { usePageCommands } from "../../ui/state/page-commands.ts";
import classes from "./NotaPage.module.css";

/** One document: its status, its history, and the evidence. */
export function NotaPage(): React.JSX.Element {
  const { notaId = "" } = useParams();
  const { data, error, refetch } = useQuery(notaQuery(notaId));
  usePaperAhead(notaId);
  const timeZone = useTimeZone();
  const shown = useFirstShown(data !== undefined);
  usePageTitle(data ? notaNameOf(data) : undefined);
  useDocShortcuts();
  if (data && shown) return <NotaView key={data.id} nota={data} timeZone={timeZone} />;
  if (error) {
    return (
      <>
        <h1 className="vh">{texts.documento}</h1>
        <FailureState
          failure={explainFailure(error)}
          onRetry={() => void refetch()}
          exit={{ label: texts.irParaLista, to: "/dfe_recebidos" }}
        />
      </>
    );
  }
  return <NotaSkeleton />;
}

/** Requests the paper, which the first tab shows, beside the document and not after it. */
function usePaperAhead(notaId: string): void {
  const queryClient = useQueryClient();
  const isShown = useNotaTab().aba === null;
  useEffect(() => {
    if (isShown) void queryClient.prefetchQuery(paperQuery(notaId));
  }, [queryClient, notaId, isShown]);
}

/** Whether the empresa may send a manifestação: only for a received document of such a type. */
function canManifest({ tipoNota, entradaSaida }: Nota): boolean {
  return MODELOS[tipoNota].manifestacao && entradaSaida === "E";
}

/** CNPJs whose certificado may query a document at SEFAZ: those of its participantes. */
function partiesOf(nota: Nota): string[] {
  const { cnpjEmitente, cnpjDestinatario, tomador, remetente, expedidor, recebedor } = nota;
  const others = [tomador, remetente, expedidor, recebedor].map((party) => party?.documento ?? "");
  return [cnpjEmitente, cnpjDestinatario ?? "", ...others].filter((documento) => documento !== "");
}

function NotaView({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const phone = useIsPhone();
  const start = readListStart(useLocation().state);
  const { marcar: setFlag } = useFlags();
  const consulta = useConsulta(nota);
  useEffect(() => rememberOpenRow(nota.id, start), [nota.id, start]);
  useRememberDocument(nota);
  usePageCommands(() => flagCommandsOf(nota, (flag, turnOn) => void setFlag(nota, flag, turnOn)));
  const actions = (
    <NotaActions
      nota={nota}
      consulta={consulta}
      phone={phone}
      timeZone={timeZone}
      onProcess={(turnOn) => void setFlag(nota, "processado", turnOn)}
    />
  );
  // On a phone the flags come before sources that agree: they are what it is opened for.
  const sourcesFirst = !phone || nota.divergente === true;
  const listOfSide = nota.entradaSaida === "E" ? "/dfe_recebidos" : "/dfe_emitidos";
  return (
    <DocPage>
      <DocBar
        back={{ label: texts.voltar, to: start?.lista ?? listOfSide }}
        title={<Heading nota={nota} />}
        navigation={start && <ListNavigation nota={nota} start={start} timeZone={timeZone} />}
        actions={actions}
      />
      {!phone && <StepTrail nota={nota} timeZone={timeZone} />}
      <DocPanes
        left={
          <DocPane label={notaNameOf(nota)}>
            <Stack gap={20} px="var(--gutter)" pt={20} pb={32} className={classes.facts}>
              {phone && <PhoneFacts nota={nota} timeZone={timeZone} />}
              <StatusCard nota={nota} timeZone={timeZone} />
              {sourcesFirst && <EvidenceSection nota={nota} timeZone={timeZone} />}
              {nota.aguardandoCertificado && <RequestCertificadoLink documentos={partiesOf(nota)} />}
              {!phone && <Facts nota={nota} timeZone={timeZone} phone={false} />}
              <FlagList
                nota={nota}
                timeZone={timeZone}
                onSetFlag={(flag, turnOn) => void setFlag(nota, flag, turnOn)}
              />
              {!sourcesFirst && <EvidenceSection nota={nota} timeZone={timeZone} />}
              {canManifest(nota) && <ManifestacaoSection nota={nota} timeZone={timeZone} />}
              {nota.eventosPossiveis.length > 0 && <EventosSection nota={nota} timeZone={timeZone} />}
              {phone && <Facts nota={nota} timeZone={timeZone} phone />}
            </Stack>
          </DocPane>
        }
        right={<NotaTabs nota={nota} timeZone={timeZone} />}
      />
      <PrintedNota nota={nota} timeZone={timeZone} />
      {phone && (
        <Group wrap="nowrap" px="var(--gutter)" py={12} className={classes.foot}>
          {actions}
        </Group>
      )}
    </DocPage>
  );
}

/** Type, number and série. */
function Heading({ nota }: { nota: Nota }): React.JSX.Element {
  return (
    <Group component="h1" gap={8} wrap="nowrap" fz="sm" lh="20px" fw={400}>
      <TypeTag type={nota.tipoNota} />
      <span className="t-pagina num">{formatDocumentNumber(nota.numeroNota)}</span>
      <span className="t-dimmed">{texts.serie(nota.serieNota)}</span>
    </Group>
  );
}

export { NotaPage as Component };
