import { formatInteger } from "@malote/syntax";
import { Box, Group, Progress, Text } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { translatedSentence } from "../../languages/language.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { type Arrivals as ArrivalTotals, arrivalsQuery } from "../../rpc/documents/arrivals.ts";
import type { Caixa, EmailRow } from "../../rpc/documents/queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { firstStepTexts } from "../../texts/admin/first-steps.ts";
import { AttachmentChip } from "../../ui/documento/AttachmentChip.tsx";
import { CONFIRMED_STATUS, type StatusView } from "../../ui/documento/documento-status.ts";
import { Status } from "../../ui/documento/Status.tsx";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { Spinner } from "../../ui/feedback/Spinner.tsx";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { useNow } from "../../ui/state/use-now.ts";
import classes from "./first-steps.module.css";

const texts = firstStepTexts.chegada;
const CHIPS_MAX = 2;

/** The content of the chip of one document of an e-mail. */
export type Chip = { tipo: string; nome: string | null; situacao: StatusView | null; evento: boolean };
type ChipOf = (chip: EmailRow["chips"][number]) => Chip;

/** The first e-mails, as they arrive. */
export function Arrival({ caixa, chipOf }: { caixa: Caixa; chipOf: ChipOf }): React.JSX.Element {
  const query = useQuery(arrivalsQuery);
  const { data } = query;
  const caixaName = caixa.descricao || caixa.usuario;
  const isReading = caixa.estado === "coletando" || caixa.ultimaVisita === null;
  return (
    <div className={classes.arrival}>
      <h1 className="t-display">{headingOf(caixa, data, isReading)}</h1>
      {caixa.ultimoErro !== null ? (
        <FailureNotice errorText={translatedSentence(caixa.ultimoErro)} />
      ) : (
        <Text size="md" mt={8} c="var(--text-2)" textWrap="pretty">
          {data && data.emails === 0 && !isReading ? (
            texts.vazia
          ) : (
            <>
              {texts.lendoA}
              <Text span inherit c="var(--text)" fw={600}>
                {caixaName}
              </Text>
              {texts.lendoB}
            </>
          )}
        </Text>
      )}
      {query.error && !data && (
        <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />
      )}
      <Progress
        className={classes.bar}
        my={32}
        size={8}
        color="var(--accent-fill)"
        value={isReading ? 40 : 100}
        aria-hidden="true"
        data-reading={isReading}
      />
      <Totals totals={data} isReading={isReading} />
      <Box component="ul" mt={28} aria-label={texts.lista} aria-live="polite" aria-relevant="additions">
        {data?.latest.map((email) => (
          <ArrivedEmailRow key={email.id} email={email} chipOf={chipOf} />
        ))}
      </Box>
    </div>
  );
}

function headingOf(caixa: Caixa, data: ArrivalTotals | undefined, isReading: boolean): string {
  if (caixa.ultimoErro !== null) return texts.erro(caixa.descricao || caixa.usuario);
  if (!data || data.emails === 0) return texts.esperando;
  return isReading || data.documentos === 0 ? texts.chegando : texts.chegaram;
}

/** Why nothing arrives, with a link to fix it. */
function FailureNotice({ errorText }: { errorText: string }): React.JSX.Element {
  return (
    <Group role="alert" mt={8} wrap="nowrap" align="flex-start" fz="md" c="red">
      <IconPlugConnectedX size={18} stroke={1.6} aria-hidden="true" style={{ flex: "none" }} />
      <span>
        {errorText}{" "}
        <Link to="?passo=caixa" className="link">
          {texts.corrigir}
        </Link>
      </span>
    </Group>
  );
}

function Totals({
  totals,
  isReading,
}: {
  totals: ArrivalTotals | undefined;
  isReading: boolean;
}): React.JSX.Element {
  const { totais: totalTexts } = texts;
  const cells = [
    [totalTexts.emails, totals?.emails],
    [totalTexts.documentos, totals?.documentos],
    [totalTexts.confirmados, totals?.confirmed],
    [totalTexts.precisam, totals?.needAttention],
  ] as const;
  return (
    <>
      <dl className={classes.totals}>
        {cells.map(([caixaName, total], index) => (
          <div key={caixaName}>
            <Text component="dt" size="xs" c="var(--text-2)">
              {caixaName}
            </Text>
            <Box
              component="dd"
              className="t-display num"
              c={index === 3 && (total ?? 0) > 0 ? "var(--warn-text)" : undefined}
            >
              {total === undefined ? "–" : formatInteger(total)}
            </Box>
          </div>
        ))}
      </dl>
      {isReading && <span className="vh">{texts.lendo}</span>}
    </>
  );
}

function ArrivedEmailRow({ email, chipOf }: { email: EmailRow; chipOf: ChipOf }): React.JSX.Element {
  const now = useNow();
  const timeZone = useTimeZone();
  const chips = email.chips.map(chipOf);
  const moreCount = chips.length - CHIPS_MAX;
  return (
    <li>
      <Link to={`/email/${email.id}`} className={classes.email}>
        <Text span size="xs" lh="sm" c="dimmed" truncate>
          {email.recebidaEm && formatTimeAgo(email.recebidaEm, now, timeZone)}
        </Text>
        <Text component="b" fw={550} truncate>
          {email.remetenteNome || email.remetente}
        </Text>
        <Group gap={6} wrap="nowrap" miw={0} c="dimmed" className={classes.chips}>
          {chips.length === 0 && email.estado !== "em-leitura" && texts.nada}
          {chips.slice(0, CHIPS_MAX).map((chip, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two copies of one document have no distinct key
            <AttachmentChip key={index} {...chip} />
          ))}
          {moreCount > 0 && <span>{texts.mais(moreCount)}</span>}
        </Group>
        <Box pl={7}>
          <EmailStatus email={email} chips={chips} />
        </Box>
      </Link>
    </li>
  );
}

/** The status of an e-mail's documents: problems first, then work in progress. */
function EmailStatus({ email, chips }: { email: EmailRow; chips: readonly Chip[] }): React.JSX.Element {
  if (email.estado === "em-leitura") return <InProgress text={texts.emLeitura} />;
  const statuses = chips.flatMap(({ situacao }) => situacao ?? []);
  const problem = statuses.find(({ tone: tom }) => tom === "aviso" || tom === "ruim");
  if (problem) return <Status status={problem} />;
  if (email.chips.length === 0) return <Text c="var(--text-2)">{texts.guardado}</Text>;
  if (email.chips.some(({ tipo, sefazStatus }) => tipo === "nota" && sefazStatus === null)) {
    return <InProgress text={texts.consultando} />;
  }
  return <Status status={statuses[0] ?? CONFIRMED_STATUS} />;
}

function InProgress({ text }: { text: string }): React.JSX.Element {
  return (
    <Group gap={7} c="var(--text-2)">
      <Spinner />
      {text}
    </Group>
  );
}
