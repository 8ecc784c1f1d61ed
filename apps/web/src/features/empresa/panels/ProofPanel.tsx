import { Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconLock } from "@tabler/icons-react";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts, empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { StatusTag } from "../../../ui/documento/Status.tsx";
import { SideSection } from "../../../ui/form/SideSection.tsx";
import { formatTimeAgo } from "../../../ui/format/relative-time.ts";
import { useNow } from "../../../ui/state/use-now.ts";

const { prova: t } = texts;

/** Whether the company is proved to belong to the conta, and how. */
export function ProofPanel({ empresa, timeZone }: { empresa: Empresa; timeZone: string }): React.JSX.Element {
  return (
    <SideSection title={t.titulo} action={<ProofStatus empresa={empresa} />}>
      {empresa.prova === null ? (
        <MissingProof empresa={empresa} />
      ) : (
        <ProvedText proof={empresa.prova} timeZone={timeZone} />
      )}
    </SideSection>
  );
}

/** The status tag of the proof. */
export function ProofStatus({ empresa: { prova: proof } }: { empresa: Empresa }): React.JSX.Element {
  const Icon = proof ? IconCircleCheck : IconLock;
  return (
    <StatusTag
      tone={proof ? "ok" : "aviso"}
      word={proof ? empresasTexts.prova.provada : empresasTexts.prova.falta}
    >
      <Icon size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}

function ProvedText(props: { proof: NonNullable<Empresa["prova"]>; timeZone: string }): React.JSX.Element {
  const { proof, timeZone } = props;
  const now = useNow();
  const methodText = t.por[proof.por](proof.detalhe ?? "");
  return (
    <p>
      {proof.provadaEm
        ? `${methodText}, ${t.desde(formatTimeAgo(proof.provadaEm, now, timeZone))}.`
        : `${methodText}.`}
    </p>
  );
}

function MissingProof({ empresa: { certificado } }: { empresa: Empresa }): React.JSX.Element {
  return (
    <>
      <p>{t.faltaTexto}</p>
      {certificado !== null && certificado.cadeia !== "verificada" && (
        <Text size="sm" fw={550} c="var(--text)">
          {t.semCadeia}
        </Text>
      )}
      <h3>{t.como}</h3>
      <Stack component="ul" gap={12} c="var(--text-2)">
        {t.passos.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Stack>
    </>
  );
}
