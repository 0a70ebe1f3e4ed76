import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";

type Write = (content: Buffer) => Buffer;

/** What is on the disk, and what has been asked of it since. */
class File {
  content: Buffer = Buffer.alloc(0);
  pending: Write[] = [];
  /** Where its name stands. */
  place?: { folder: Folder; name: string };
}
class Folder {
  onDisk = new Map<string, File | Folder>();
  names = new Map<string, File | Folder>();
  place?: { folder: Folder; name: string };
}

/** What the disk may have carried out of the writes that nobody synced. */
export type Unsynced = "none" | "every second";

/**
 * Follows what this process does to a folder, and knows what a power cut would
 * leave of it. As on ext4 and XFS, syncing a file keeps its name too, and
 * syncing a folder keeps the names in it; the rest is lost, removals included.
 *
 * @param root exists and is empty
 */
export function recordDisk(root: string) {
  const top = new Folder();
  const open = new Map<number, File | Folder>();
  const real = { ...fs };
  let fsyncs = 0;

  const place = (file: fs.PathLike) => {
    const relative = path.relative(root, path.resolve(String(file)));
    const parts = relative.split(path.sep);
    if (relative === "") return { node: top, name: "" };
    const name = parts.pop() ?? "";
    let folder: File | Folder | undefined = top;
    for (const part of parts) {
      if (!(folder instanceof Folder)) return;
      folder = folder.names.get(part);
    }
    if (!(folder instanceof Folder)) return;
    return { folder, name, node: folder.names.get(name) };
  };
  const link = (file: fs.PathLike, node: File | Folder) => {
    const { folder, name } = place(file) ?? {};
    if (!folder || name === undefined) return;
    folder.names.set(name, node);
    node.place = { folder, name };
  };
  const unlink = (file: fs.PathLike) => {
    const { folder, name } = place(file) ?? {};
    if (name !== undefined) folder?.names.delete(name);
  };
  const written = (file: fs.PathOrFileDescriptor, write: Write) => {
    const node =
      typeof file === "number" ? open.get(file) : place(String(file))?.node;
    if (node instanceof File) node.pending.push(write);
  };
  const truncated =
    (length = 0): Write =>
    (content) =>
      Buffer.concat([content, Buffer.alloc(length)]).subarray(0, length);

  const recorded: Partial<typeof fs> = {
    openSync: (file, flags, mode) => {
      const descriptor = real.openSync(file, flags, mode);
      const found = place(file);
      if (!found) return descriptor;
      const node = found.node ?? new File();
      if (!found.node) link(file, node);
      open.set(descriptor, node);
      const truncates =
        typeof flags === "number"
          ? flags & fs.constants.O_TRUNC
          : flags?.startsWith("w");
      if (truncates) written(descriptor, truncated());
      return descriptor;
    },
    closeSync: (descriptor) => {
      real.closeSync(descriptor);
      open.delete(descriptor);
    },
    writeSync: ((
      descriptor: number,
      bytes: Uint8Array,
      offset: number,
      length: number,
      position: number,
    ) => {
      const count = real.writeSync(descriptor, bytes, offset, length, position);
      if (open.has(descriptor)) {
        const part = Buffer.copyBytesFrom(bytes, offset, count);
        written(descriptor, (content) => {
          const end = position + count;
          const next = end > content.length ? truncated(end)(content) : content;
          part.copy(next, position);
          return next;
        });
      }
      return count;
    }) as typeof fs.writeSync,
    writeFileSync: (file, data, options) => {
      real.writeFileSync(file, data, options);
      if (typeof file === "number") return;
      if (!place(String(file))?.node) link(String(file), new File());
      written(file, () => Buffer.from(data as string));
      if ((options as { flush?: boolean } | undefined)?.flush) {
        const node = place(String(file))?.node;
        if (node) synced(node);
      }
    },
    truncateSync: (file, length) => {
      real.truncateSync(file, length);
      written(String(file), truncated(length ?? 0));
    },
    ftruncateSync: (descriptor, length) => {
      real.ftruncateSync(descriptor, length);
      written(descriptor, truncated(length ?? 0));
    },
    mkdirSync: ((file: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
      const first = real.mkdirSync(file, options);
      const inside = path.relative(root, path.resolve(String(file)));
      let made = root;
      for (const part of inside.split(path.sep)) {
        made = path.join(made, part);
        if (!place(made)?.node) link(made, new Folder());
      }
      return first;
    }) as typeof fs.mkdirSync,
    rmdirSync: (file) => {
      real.rmdirSync(file);
      unlink(file);
    },
    unlinkSync: (file) => {
      real.unlinkSync(file);
      unlink(file);
    },
    rmSync: (file, options) => {
      real.rmSync(file, options);
      unlink(file);
    },
    renameSync: (from, to) => {
      real.renameSync(from, to);
      const node = place(from)?.node;
      unlink(from);
      if (node) link(to, node);
    },
    fsyncSync: (descriptor) => {
      real.fsyncSync(descriptor);
      const node = open.get(descriptor);
      if (!node) return;
      fsyncs += 1;
      synced(node);
    },
  };

  function synced(node: File | Folder) {
    if (node instanceof Folder) {
      node.onDisk = new Map(node.names);
      return;
    }
    node.content = node.pending.reduce(
      (all, write) => write(all),
      node.content,
    );
    node.pending = [];
    const { folder, name } = node.place ?? {};
    if (folder && name !== undefined && folder.names.get(name) === node) {
      folder.onDisk.set(name, node);
    }
  }

  function leave(folder: Folder, copy: string, unsynced: Unsynced) {
    real.mkdirSync(copy, { recursive: true, mode: 0o700 });
    for (const [name, node] of folder.onDisk) {
      const to = path.join(copy, name);
      if (node instanceof Folder) {
        leave(node, to, unsynced);
        continue;
      }
      const kept = node.pending.filter(
        (_, index) => unsynced === "every second" && index % 2 === 1,
      );
      const content: Buffer = Buffer.from(node.content);
      real.writeFileSync(
        to,
        kept.reduce((all, write) => write(all), content),
      );
    }
  }

  Object.assign(fs, recorded);
  syncBuiltinESMExports();
  return {
    /** Of files and folders below the root, since the beginning. */
    fsyncs: () => fsyncs,
    /** Makes the folder that a power cut at this moment would leave. */
    cutPower: (copy: string, unsynced: Unsynced) => leave(top, copy, unsynced),
    stop: () => {
      for (const name of Object.keys(recorded) as (keyof typeof recorded)[]) {
        Object.assign(fs, { [name]: real[name] });
      }
      syncBuiltinESMExports();
    },
  };
}
