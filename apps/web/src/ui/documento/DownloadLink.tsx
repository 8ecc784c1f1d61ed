import { formatSize } from "@malote/syntax";
import { Flex } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { requestedFileTexts as texts } from "../../texts/files/requested-files.ts";
import { formatNearInstant } from "../format/relative-time.ts";
import { TwoLines } from "../list/ResponsiveTable.tsx";

/** Download link of a requested file, with its expiry; nothing until the file is ready. */
export function DownloadLink(props: {
  file: { estado: string; nome: string | null; tamanho: number | null; expiraEm: Date | null };
  href: string;
  now: Date;
  timeZone: string;
}): React.JSX.Element | null {
  const { href, now, timeZone } = props;
  const { estado, nome, tamanho, expiraEm } = props.file;
  if (estado !== "concluido" || nome === null) return null;
  return (
    <TwoLines
      value={
        <Flex
          component="a"
          href={href}
          className="link"
          display="inline-flex"
          align="center"
          gap={6}
          aria-label={texts.baixarNome(nome)}
        >
          <IconDownload size={16} stroke={1.8} aria-hidden="true" />
          {texts.baixar}
          {tamanho !== null && <span className="t-rotulo">{formatSize(tamanho)}</span>}
        </Flex>
      }
      note={expiraEm && texts.expira(formatNearInstant(expiraEm, now, timeZone))}
    />
  );
}
