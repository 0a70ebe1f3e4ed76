import sharp from "sharp";

export interface Picture {
  width: number;
  /** Each pixel as one number: alpha, blue, green, red. */
  pixels: Uint32Array;
}

/** @param shot PNG in base64 */
export async function readPicture(shot: string): Promise<Picture> {
  const { data, info } = await sharp(Buffer.from(shot, "base64"))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { buffer, byteOffset, length } = data;
  return {
    width: info.width,
    pixels: new Uint32Array(buffer, byteOffset, length / 4),
  };
}
