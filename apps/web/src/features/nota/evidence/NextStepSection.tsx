import { Button, Group, Text } from "@mantine/core";
import { IconCopy, IconMail, IconRefresh, IconShieldPause } from "@tabler/icons-react";
import { useState } from "react";
import { serverNow } from "../../../network/clock.ts";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { nextStepTexts as texts } from "../../../texts/nota/evidence.ts";
import { copyText } from "../../../ui/state/copy-text.ts";
import { consultaExclusionOf } from "../consulta/consulta-exclusion.ts";
import type { useConsulta } from "../consulta/use-consulta.ts";
import { QuarantineDialog } from "../quarentena/QuarantineDialog.tsx";
import { nextStepOf, noticeEmailOf, type StepAction } from "./next-step.ts";

const ICON = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

type StepProps = {
  nota: Nota;
  timeZone: string;
  consulta: ReturnType<typeof useConsulta>;
};

/** The actions that this user may take on a contradicted document, the main one first. */
export function useStepActions(nota: Nota): StepAction[] {
  const isManager = useIsManager() ?? false;
  const isConsultable = consultaExclusionOf(nota, serverNow()) === null;
  const allowed: Record<StepAction, boolean> = {
    avisar: true,
    consultar: isConsultable,
    // The server only takes a document that SEFAZ contradicts.
    manterFora: isManager && nota.divergente === true,
  };
  return (nextStepOf(nota)?.actions ?? []).filter((action) => allowed[action]);
}

/** Advice about a contradicted document, and its further actions; the bar of the page has the main one. */
export function NextStepSection(props: { nota: Nota; timeZone: string }): React.JSX.Element | null {
  const { nota, timeZone } = props;
  const step = nextStepOf(nota);
  const [main] = useStepActions(nota);
  const holds = useStepActions(nota).includes("manterFora") && main !== "manterFora";
  if (step === null) return null;
  return (
    <section>
      <h3 className="t-secao">{texts.titulo}</h3>
      <Text inherit mt={2} c="var(--text-2)">
        {step.advice}
      </Text>
      <Group gap={8} mt={10}>
        {holds && <HoldButton nota={nota} variant="default" />}
        {step.actions.includes("avisar") && (
          <Button
            variant="subtle"
            leftSection={<IconCopy {...ICON} />}
            onClick={() => void copyText(noticeEmailOf(nota, timeZone).texto, texts.copiado)}
          >
            {texts.copiar}
          </Button>
        )}
      </Group>
    </section>
  );
}

/** One action about a contradicted document. */
export function StepButton(props: StepProps & { action: StepAction; variant: string }): React.JSX.Element {
  const { action, variant, nota, timeZone, consulta } = props;
  if (action === "manterFora") return <HoldButton nota={nota} variant={variant} />;
  if (action === "consultar") {
    return (
      <Button
        variant={variant}
        leftSection={<IconRefresh {...ICON} />}
        loading={consulta.asking}
        onClick={() => void consulta.start()}
      >
        {texts.consultar}
      </Button>
    );
  }
  const { href, para } = noticeEmailOf(nota, timeZone);
  return (
    <Button
      component="a"
      href={href}
      variant={variant}
      title={para ?? undefined}
      leftSection={<IconMail {...ICON} />}
    >
      {texts.avisar}
    </Button>
  );
}

function HoldButton({ nota, variant }: { nota: Nota; variant: string }): React.JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} leftSection={<IconShieldPause {...ICON} />} onClick={() => setOpen(true)}>
        {texts.manterFora}
      </Button>
      {open && <QuarantineDialog act="colocar" nota={nota} onClose={() => setOpen(false)} />}
    </>
  );
}
