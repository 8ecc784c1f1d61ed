import { formatInteger } from "@malote/syntax";
import { Divider, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconProgress } from "@tabler/icons-react";
import type { Distribuicao, Empresa } from "../../../rpc/conta/empresas.ts";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { general } from "../../../texts/app/general.ts";
import { StatusTag } from "../../../ui/documento/Status.tsx";
import { SideFacts, SideSection } from "../../../ui/form/SideSection.tsx";
import { formatTimeAgo, formatTimeUntil } from "../../../ui/format/relative-time.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { isUpToDate, readNsu } from "../list/empresas-summary.ts";

const { distribuicao: t } = texts;

/** The progress of the two distribution syncs of a company. */
export function DistribuicaoPanel({
  empresa,
  timeZone,
}: {
  empresa: Empresa;
  timeZone: string;
}): React.JSX.Element {
  const now = useNow();
  const waitReason = waitReasonOf(empresa);
  return (
    <SideSection title={t.titulo}>
      {waitReason !== null && <p>{waitReason}</p>}
      {empresa.distribuicoes.length > 0 && (
        <div>
          {empresa.distribuicoes.map((distribuicao) => (
            <DistribuicaoSection
              key={distribuicao.modelo}
              distribuicao={distribuicao}
              now={now}
              timeZone={timeZone}
            />
          ))}
        </div>
      )}
    </SideSection>
  );
}

/** Why no sync runs; null while one runs. */
function waitReasonOf({ ativarAuditor, certificado, distribuicoes }: Empresa): string | null {
  if (!ativarAuditor) return t.desligada;
  if (certificado === null) return t.semCertificado;
  return distribuicoes.length === 0 ? t.aguardando : null;
}

function DistribuicaoSection(props: {
  distribuicao: Distribuicao;
  now: Date;
  timeZone: string;
}): React.JSX.Element {
  const { distribuicao, now, timeZone } = props;
  const { modelo, ultNSU, maxNSU, ultimaEm, proximaEm, lacunas, problema, cStat } = distribuicao;
  const rows: [string, string][] = [
    [
      t.linhas.nsu,
      readNsu(maxNSU) === 0n
        ? t.semNsu
        : t.nsu(formatInteger(readNsu(ultNSU)), formatInteger(readNsu(maxNSU))),
    ],
    [t.linhas.ultima, ultimaEm ? formatTimeAgo(ultimaEm, now, timeZone) : general.nenhumValor],
    [t.linhas.proxima, proximaEm ? formatTimeUntil(proximaEm, now, timeZone) : general.nenhumValor],
    [t.linhas.lacunas, lacunas === 0 ? t.semLacunas : t.lacunas(formatInteger(lacunas))],
  ];
  return (
    <Stack component="section" gap={8} aria-labelledby={`modelo-${modelo}`}>
      <Divider mb={4} />
      <Group justify="space-between" gap={12} wrap="nowrap">
        <Text size="sm" component="h3" id={`modelo-${modelo}`} fw={600}>
          {t.modelos[modelo]}
        </Text>
        <SyncStatus distribuicao={distribuicao} />
      </Group>
      {problema !== null && (
        <Text size="sm" fw={550}>
          {problema}{" "}
          {cStat !== null && (
            <Text span inherit c="dimmed" fw={400} className="num">
              {t.cStat(cStat)}
            </Text>
          )}
        </Text>
      )}
      <SideFacts rows={rows} isNumeric />
    </Stack>
  );
}

function SyncStatus({ distribuicao }: { distribuicao: Distribuicao }): React.JSX.Element {
  if (distribuicao.problema !== null) {
    return (
      <StatusTag tone="aviso" word={t.problema}>
        <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" />
      </StatusTag>
    );
  }
  const isFullyRead = isUpToDate(distribuicao);
  const Icon = isFullyRead ? IconCircleCheck : IconProgress;
  return (
    <StatusTag tone={isFullyRead ? "ok" : "neutro"} word={isFullyRead ? t.emDia : t.percorrendo}>
      <Icon size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}
