import { formatInteger } from "@malote/syntax";
import { Group, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconClock, IconClockOff } from "@tabler/icons-react";
import { requestedFileTexts as texts } from "../../texts/files/requested-files.ts";
import { ProgressBar } from "../feedback/ProgressBar.tsx";
import { Spinner } from "../feedback/Spinner.tsx";
import { StatusTag } from "./Status.tsx";

type RequestedFile = {
  estado: keyof typeof texts.estados;
  total: number | null;
  feitos: number;
  mensagem: string | null;
};

/** Status of a requested file: its progress while it runs, the reason when it failed. */
export function RequestedFileStatus({
  file,
  label,
}: {
  file: RequestedFile;
  label: string;
}): React.JSX.Element {
  const { estado, total, feitos, mensagem: message } = file;
  if (estado === "em-andamento" && total) {
    return (
      <Group component="span" gap={12} wrap="nowrap">
        <ProgressBar part={feitos / total} label={label} short />
        <span className="num">{texts.de(formatInteger(feitos), formatInteger(total))}</span>
      </Group>
    );
  }
  return (
    <>
      <StatusTag
        tone={estado === "falhou" ? "ruim" : estado === "concluido" ? "ok" : "neutro"}
        word={texts.estados[estado]}
      >
        <StateIcon estado={estado} />
      </StatusTag>
      {message && (
        <Text
          span
          display="block"
          size="xs"
          c="var(--text-2)"
          title={message}
          style={{ overflow: "hidden", textOverflow: "ellipsis" }}
        >
          {message}
        </Text>
      )}
    </>
  );
}

function StateIcon({ estado }: { estado: RequestedFile["estado"] }): React.JSX.Element {
  const how = { size: 15, stroke: 1.8, "aria-hidden": true } as const;
  if (estado === "falhou") return <IconCircleX {...how} />;
  if (estado === "concluido") return <IconCircleCheck {...how} />;
  if (estado === "expirado") return <IconClockOff {...how} />;
  return estado === "pendente" ? <IconClock {...how} /> : <Spinner />;
}
