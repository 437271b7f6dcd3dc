/** Which engine runs containers, and what is in them. */
export interface OciSettings {
  readonly cli: 'docker' | 'podman';
  /** One that is there already: none is ever pulled. It needs `sh`, `tar`, `dd`, `timeout` and the interpreters of its toolchains. */
  readonly image?: string | undefined;
  /** A folder with an unpacked image, in place of one; podman only. */
  readonly rootfs?: string | undefined;
  /** Such as `runsc` for gVisor; default what the engine is set to. */
  readonly runtime?: string | undefined;
}

/** Throws when the settings name no contents or two, or contents that the engine cannot take. */
export function checkSettings({ cli, image, rootfs }: OciSettings): void {
  if ((image === undefined) === (rootfs === undefined)) {
    throw new Error('The sandbox oci needs either an image or a rootfs.');
  }
  if (rootfs !== undefined && cli !== 'podman')
    throw new Error('The sandbox oci takes a rootfs with podman only; name an image.');
}
