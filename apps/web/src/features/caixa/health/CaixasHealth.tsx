import { Box, Group, Text } from "@mantine/core";
import { IconMailExclamation } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { translatedSentence } from "../../../languages/language.ts";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { type Caixa, caixasQuery } from "../../../rpc/documents/queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { caixaStateTexts as texts } from "../../../texts/app/general.ts";
import { formatTimeAgo } from "../../../ui/format/relative-time.ts";
import { useNow } from "../../../ui/state/use-now.ts";

/** The health of the mailboxes in two linked lines: how many collect, and the last collection. */
export function CaixasHealth({
  onNavigate,
}: {
  onNavigate?: (() => void) | undefined;
}): React.JSX.Element | null {
  const { data } = useQuery(caixasQuery);
  const timeZone = useTimeZone();
  const now = useNow();
  if (!data) return null;
  return (
    <Link to="/admin?tab=caixa" className="foot-link" onClick={onNavigate}>
      <span className="vh">{texts.ver}. </span>
      {data.length === 0 ? texts.nenhuma : <HealthSummary caixas={data} now={now} timeZone={timeZone} />}
    </Link>
  );
}

/** The same in the rail: the dot of the health; its tooltip says what it means. */
export function CaixasMark(): React.JSX.Element | null {
  const { data } = useQuery(caixasQuery);
  if (!data || data.length === 0) return null;
  const [warning] = warningsOf(data);
  const failedCount = data.filter(({ ultimoErro }) => ultimoErro !== null).length;
  const text = warning ?? texts.coletando(data.length - failedCount, data.length);
  return (
    <Link
      to="/admin?tab=caixa"
      aria-label={`${texts.ver}. ${text}`}
      data-dica={text}
      data-dica-lado=""
      style={{ display: "grid", placeItems: "center", height: 32, margin: "0 -8px" }}
    >
      {warning ? (
        <IconMailExclamation size={18} stroke={1.6} color="var(--warn-icon)" aria-hidden="true" />
      ) : (
        <Box component="span" w={8} h={8} bdrs={4} bg="var(--ok-icon)" />
      )}
    </Link>
  );
}

function HealthSummary(props: { caixas: readonly Caixa[]; now: Date; timeZone: string }): React.JSX.Element {
  const { caixas, now, timeZone } = props;
  const warnings = warningsOf(caixas);
  const [firstWarning, ...otherWarnings] = warnings;
  const failedCount = caixas.filter(({ ultimoErro }) => ultimoErro !== null).length;
  const lastColetaAt = lastColeta(caixas);
  return (
    <>
      <Group component="span" gap={8} c="var(--text-2)" fw={500} title={warnings.join("\n") || undefined}>
        <Box
          component="span"
          w={8}
          h={8}
          bdrs={4}
          bg={warnings.length > 0 ? "var(--warn-icon)" : "var(--ok-icon)"}
          aria-hidden="true"
        />
        {texts.coletando(caixas.length - failedCount, caixas.length)}
      </Group>
      <Text span inherit display="block" pl={16}>
        {lastColetaAt ? texts.ultima(formatTimeAgo(lastColetaAt, now, timeZone)) : texts.semColeta}
      </Text>
      {firstWarning && (
        <Text span inherit lineClamp={4} pl={16} c="var(--warn-text)" className="wrap-anywhere">
          {firstWarning}
        </Text>
      )}
      {otherWarnings.map((warning) => (
        <span key={warning} className="vh">
          {warning}
        </span>
      ))}
    </>
  );
}

/** Warnings: failing mailboxes first, then silent ones. */
function warningsOf(caixas: readonly Caixa[]): string[] {
  const nameOf = ({ descricao, usuario }: Caixa): string => descricao || usuario;
  const failures = caixas.flatMap((caixa) =>
    caixa.ultimoErro === null ? [] : [texts.erro(nameOf(caixa), translatedSentence(caixa.ultimoErro))],
  );
  const silent = caixas.filter((caixa) => caixa.ultimoErro === null && caixa.silenciosaDesde !== null);
  const [onlySilent] = silent;
  if (!onlySilent) return failures;
  return [
    ...failures,
    silent.length === 1 ? texts.silenciosa(nameOf(onlySilent)) : texts.silenciosas(silent.length),
  ];
}

function lastColeta(caixas: readonly Caixa[]): Date | null {
  const times = caixas.flatMap((caixa) => (caixa.ultimaColeta ? [caixa.ultimaColeta.getTime()] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
