import { MODELOS } from "@malote/syntax";
import { ActionIcon, Button, Group, Loader, Menu } from "@mantine/core";
import {
  IconChevronDown,
  IconDatabaseImport,
  IconDatabaseMinus,
  IconDownload,
  IconFileTypePdf,
  IconFileTypeXml,
  IconMail,
  IconRefresh,
} from "@tabler/icons-react";
import { serverNow } from "../../../network/clock.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { printedFormHref, xmlHref } from "../../../rpc/files/file-urls.ts";
import { general } from "../../../texts/app/general.ts";
import { flagSentences } from "../../../texts/lists/flags.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { printedFormTexts } from "../../../texts/nota/printed-form.ts";
import { consultaExclusionOf } from "../consulta/consulta-exclusion.ts";
import type { useConsulta } from "../consulta/use-consulta.ts";
import { StepButton, useStepActions } from "../evidence/NextStepSection.tsx";
import { isHeldByUser } from "../quarentena/release-rules.ts";
import { xmlRequestEmailOf } from "../quarentena/xml-request-email.ts";

const ICON = { size: 16, stroke: 1.6, "aria-hidden": true } as const;

/** Action buttons of a document. The primary button is the next step in its processing. */
export function NotaActions(props: {
  nota: Nota;
  consulta: ReturnType<typeof useConsulta>;
  phone: boolean;
  timeZone: string;
  onProcess: (turnOn: boolean) => void;
}): React.JSX.Element {
  const { nota, consulta, phone, timeZone, onProcess } = props;
  const [step] = useStepActions(nota);
  const isConsultable = consultaExclusionOf(nota, serverNow()) === null;
  return (
    <>
      {isConsultable && (step !== "consultar" || consulta.asking) && <ConsultaAction consulta={consulta} />}
      <DownloadMenu nota={nota} phone={phone} />
      {nota.quarentena ? (
        !isHeldByUser(nota) && <RequestXmlLink nota={nota} />
      ) : (
        <ProcessAction
          done={nota.processadoErp}
          // A document that other sources contradict has another next step.
          isNext={step === undefined && !nota.processadoErp}
          onProcess={onProcess}
        />
      )}
      {step && !(step === "consultar" && consulta.asking) && (
        <StepButton action={step} variant="filled" {...{ nota, timeZone, consulta }} />
      )}
    </>
  );
}

function ConsultaAction({ consulta }: { consulta: ReturnType<typeof useConsulta> }): React.JSX.Element {
  if (!consulta.asking) {
    return (
      <Button
        variant="default"
        className="botao-icone"
        leftSection={<IconRefresh {...ICON} />}
        onClick={() => void consulta.start()}
      >
        {texts.consultar}
      </Button>
    );
  }
  return (
    <Group role="status" gap={8} px={8} wrap="nowrap" c="var(--text-2)" style={{ whiteSpace: "nowrap" }}>
      <Loader size={14} color="var(--accent)" aria-hidden="true" />
      {texts.consultando}
      <button type="button" className="link" onClick={consulta.cancel}>
        {general.cancelar}
      </button>
    </Group>
  );
}

/** Menu that downloads the files of a document; `bare`: its button shows only the icon. */
export function DownloadMenu(props: {
  nota: Pick<Nota, "id" | "tipoNota">;
  phone?: boolean;
  bare?: boolean;
}): React.JSX.Element {
  const { nota, phone = false, bare = false } = props;
  return (
    <Menu position={bare ? "top-end" : "bottom-end"} width={240}>
      <Menu.Target>
        {bare ? (
          <ActionIcon variant="default" aria-label={texts.baixar} data-dica={texts.baixar}>
            <IconDownload {...ICON} />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            className="botao-icone"
            leftSection={<IconDownload {...ICON} />}
            rightSection={phone ? null : <IconChevronDown {...ICON} />}
          >
            {texts.baixar}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={xmlHref(nota.id)}
          leftSection={<IconFileTypeXml {...ICON} size={18} />}
        >
          {texts.baixarXml}
          <p className="t-rotulo">{texts.baixarXmlDica}</p>
        </Menu.Item>
        <Menu.Item
          component="a"
          href={printedFormHref(nota)}
          target="_blank"
          rel="noopener"
          leftSection={<IconFileTypePdf {...ICON} size={18} />}
        >
          {MODELOS[nota.tipoNota].printedForm.nome}
          <p className="t-rotulo">{printedFormTexts.baixarDica}</p>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * Link to a prepared e-mail that asks the sender for the original XML. Primary only if the address
 * of the sender is known.
 */
function RequestXmlLink({ nota }: { nota: Nota }): React.JSX.Element {
  const { href, para } = xmlRequestEmailOf(nota);
  return (
    <Button
      component="a"
      href={href}
      variant={para === null ? "default" : "filled"}
      title={para ?? undefined}
      leftSection={<IconMail {...ICON} />}
    >
      {texts.pedirXml}
    </Button>
  );
}

function ProcessAction(props: {
  done: boolean;
  isNext: boolean;
  onProcess: (turnOn: boolean) => void;
}): React.JSX.Element {
  const { done, isNext, onProcess } = props;
  const Icon = done ? IconDatabaseMinus : IconDatabaseImport;
  return (
    <Button
      variant={isNext ? "filled" : "default"}
      // Beside another next step there is room for its icon only on a phone.
      className={isNext || done ? undefined : "botao-icone"}
      leftSection={<Icon {...ICON} />}
      onClick={() => onProcess(!done)}
    >
      {done ? flagSentences.processado.desmarcar : flagSentences.processado.marcar}
    </Button>
  );
}
