import { IconDownload } from "@tabler/icons-react";

/** The link that downloads a file, as an icon. label: its accessible name and tooltip. */
export function DownloadIcon(props: { href: string; label: string; small?: boolean }): React.JSX.Element {
  const { href, label, small = false } = props;
  return (
    <a href={href} className={small ? "icone icone-pequeno" : "icone"} aria-label={label} data-dica={label}>
      <IconDownload size={16} stroke={1.6} aria-hidden="true" />
    </a>
  );
}
