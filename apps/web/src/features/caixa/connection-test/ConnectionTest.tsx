import { formatInteger } from "@malote/syntax";
import { Button, Center, Group, Loader, Stack, Text } from "@mantine/core";
import { IconCheck, IconMinus, IconPlugConnected, IconX } from "@tabler/icons-react";
import type { CaixaProof } from "../../../rpc/documents/queries.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { SideSection } from "../../../ui/form/SideSection.tsx";
import type { FormValues } from "../form/caixa-form-values.ts";
import classes from "./ConnectionTest.module.css";
import { UntrustedCertificado } from "./UntrustedCertificado.tsx";
import { type ConnectionTestState, type ShownStep, testStepsOf } from "./use-connection-test.ts";

const STEP_LOOKS = {
  certo: { icon: IconCheck, bg: "var(--accent-fill)", c: "var(--on-accent)", title: "var(--text)" },
  falhou: { icon: IconX, bg: "var(--bad-fill)", c: "var(--on-accent)", title: "var(--bad-text)" },
  intocado: { icon: IconMinus, bg: "var(--neutral-soft)", c: "var(--text-3)", title: "var(--text-2)" },
};

/** The connection test: its steps, its result, and an untrusted certificate. */
export function ConnectionTest(props: {
  testState: ConnectionTestState;
  connection: Pick<FormValues, "tipo" | "autenticacao">;
  timeZone: string;
  onTest: () => void;
  onTrust: (fingerprint: string) => void;
}): React.JSX.Element {
  const { testState, connection, timeZone, onTest, onTrust } = props;
  const { prova: t } = texts;
  const isTesting = testState.phase === "testando";
  const result = testState.phase === "feita" ? testState.result : null;
  const isOver = result !== null || testState.phase === "recusada";
  return (
    <SideSection
      title={t.titulo}
      action={
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} aria-hidden="true" />}
          disabled={isTesting}
          onClick={onTest}
        >
          {testState.phase === "nenhuma" ? t.testar : t.testarDeNovo}
        </Button>
      }
    >
      <Group gap={8} wrap="nowrap" role="status" fw={isOver ? 550 : 400} c={resultColourOf(testState)}>
        {isTesting && <Loader size={14} color="var(--accent)" aria-hidden="true" />}
        {stateTextOf(testState)}
      </Group>
      {(isTesting || result) && (
        <ol data-testing={isTesting ? true : undefined}>
          {testStepsOf(result?.passos ?? [], connection).map((step, index) => (
            <StepRow key={step.passo} step={step} index={index} isTesting={isTesting}>
              {step.passo === "tls" && result?.certificado && !result.certificado.confiavel && (
                <UntrustedCertificado
                  certificado={result.certificado}
                  timeZone={timeZone}
                  onTrust={onTrust}
                />
              )}
            </StepRow>
          ))}
        </ol>
      )}
    </SideSection>
  );
}

function resultColourOf(testState: ConnectionTestState): string {
  if (testState.phase === "feita" && testState.result.ok) return "var(--ok-text)";
  const isBad = testState.phase === "feita" || testState.phase === "recusada";
  return isBad ? "var(--bad-text)" : "var(--text-2)";
}

function stateTextOf(testState: ConnectionTestState): string {
  const { prova: t } = texts;
  if (testState.phase === "nenhuma") return t.intro;
  if (testState.phase === "mudou") return t.mudou;
  if (testState.phase === "recusada") return testState.mensagem;
  return testState.phase === "feita" ? resultTextOf(testState.result) : t.testando;
}

/**
 * The step where the test stopped. The reason is at that step; it is here only when no step has
 * it.
 */
function resultTextOf({ ok, mensagens, falha, passos }: CaixaProof): string {
  const { prova: t } = texts;
  const stopped = passos.find((step) => !step.ok);
  if (!ok && stopped && (falha === null || falha === stopped.mensagem)) {
    return t.parou(t.passos[stopped.passo]);
  }
  if (!ok) return falha ?? t.mal;
  return mensagens === null ? t.bemSemConta : t.bem(t.mensagens(formatInteger(mensagens)));
}

function StepRow(props: {
  step: ShownStep;
  index: number;
  isTesting: boolean;
  children: React.ReactNode;
}): React.JSX.Element {
  const { step, index, isTesting, children } = props;
  const { prova: t } = texts;
  const { icon: Icon, title, ...mark } = STEP_LOOKS[step.estado];
  return (
    <Group
      component="li"
      align="flex-start"
      gap={12}
      py={10}
      className={classes.step}
      style={{ "--order": index } as React.CSSProperties}
    >
      <Center component="span" w={20} h={20} bdrs={10} flex="none" aria-hidden="true" {...mark}>
        <Icon size={14} stroke={2.2} />
      </Center>
      <Stack gap={1} flex={1} miw={0}>
        <Text size="sm" fw={step.estado === "intocado" ? 450 : 550} c={title}>
          {t.passos[step.passo]}
          {step.estado !== "intocado" && (
            <span className="vh">, {step.estado === "certo" ? t.feito : t.falhou}</span>
          )}
        </Text>
        <Text size="xs" lh="18px" c="var(--text-2)" className="wrap-anywhere">
          {step.mensagem ?? (isTesting ? t.esperando : t.naoTentado)}
        </Text>
      </Stack>
      {children}
    </Group>
  );
}
