import { formatSize } from "@malote/syntax";
import { IconDownload } from "@tabler/icons-react";
import { requestedFileTexts as texts } from "../../texts/files/requested-files.ts";
import classes from "./DownloadLink.module.css";

/** Download link of a file that is ready. */
export function DownloadLink(props: {
  href: string;
  name: string;
  /** Size in bytes. */
  size: number | null;
}): React.JSX.Element {
  const { href, name, size } = props;
  return (
    <a href={href} className={`link ${classes.baixar}`} aria-label={texts.baixarNome(name)}>
      <IconDownload size={16} stroke={1.8} aria-hidden="true" />
      {texts.baixar}
      {size !== null && <span className="num">{formatSize(size)}</span>}
    </a>
  );
}
