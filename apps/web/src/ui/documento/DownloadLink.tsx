import { formatSize } from "@malote/syntax";
import { Flex, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { requestedFileTexts as texts } from "../../texts/files/requested-files.ts";

/** Download link of a file that is ready. */
export function DownloadLink(props: {
  href: string;
  name: string;
  /** Size in bytes. */
  size: number | null;
}): React.JSX.Element {
  const { href, name, size } = props;
  return (
    <Flex
      component="a"
      href={href}
      className="link"
      display="inline-flex"
      align="center"
      gap={6}
      aria-label={texts.baixarNome(name)}
    >
      <IconDownload size={16} stroke={1.8} aria-hidden="true" />
      {texts.baixar}
      {size !== null && (
        <Text span className="num" fz="xs" lh="inherit" fw={450} c="dimmed">
          {formatSize(size)}
        </Text>
      )}
    </Flex>
  );
}
