import type { AssetExchange } from '@narratoria/cluster'
import type * as Cluster from '@narratoria/cluster'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'

/**
 * Opens the bucket that passes files of tools on, with the key in the variables that other clients of S3 read, too. The result is
 * the option of {@link Cluster.ClusterOptions}; without `--bucket` it is empty.
 *
 * @throws {UsageError} if the key is missing
 */
export async function bucketExchange(
  { env }: Pick<Io, 'env'>,
  bucket: string | undefined,
  { openS3Exchange }: Pick<typeof Cluster, 'openS3Exchange'>,
): Promise<{ exchange?: AssetExchange }> {
  if (bucket === undefined) return {}
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region } = env
  if (!accessKeyId || !secretAccessKey)
    throw new UsageError('--bucket needs a key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  return { exchange: await openS3Exchange({ bucket, accessKeyId, secretAccessKey, ...(region && { region }) }) }
}
